# Creates a local account with a home folder. Without a password it can be used with keys alone.
set -eu
name=${USERNAME:?}
case $name in
  [a-z_]*) ;;
  *) echo 'A name begins with a small letter or an underscore.'; exit 1 ;;
esac
if getent passwd "$name" >/dev/null; then
  echo "There is an account $name already."
  exit 1
fi
useradd --create-home --shell /bin/bash --comment "${FULL_NAME:-}" -- "$name"
if [ -n "${PASSWORD:-}" ]; then
  # Through a pipe: an argument could be read by everybody on the machine.
  printf '%s:%s\n' "$name" "$PASSWORD" | chpasswd
fi
if [ "${ADMINISTRATOR:-false}" = true ]; then
  if getent group sudo >/dev/null; then group=sudo; else group=wheel; fi
  usermod --append --groups "$group" -- "$name"
fi
id -- "$name"
