# Locks a local account: no password, no key, no login; its files and processes stay.
set -eu
name=${USERNAME:?}
case $name in -*) echo 'A name does not begin with a dash.'; exit 1 ;; esac
entry=$(getent passwd "$name") || { echo "There is no account $name."; exit 1; }
if [ "$(printf '%s' "$entry" | cut -d: -f3)" -eq 0 ]; then
  echo 'root is not locked.'
  exit 1
fi
# An expired account is refused by keys too, which a locked password alone is not.
usermod --lock --expiredate 1 -- "$name"
passwd --status "$name"
echo 'Still signed in:'
who | awk -v name="$name" '$1 == name'
