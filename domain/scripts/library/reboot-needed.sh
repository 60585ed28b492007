# Whether the machine waits for a restart, and why. Exit code 1 when it does.
set -u
needed=0

if [ -e /run/reboot-required ] || [ -e /var/run/reboot-required ]; then
  needed=1
  echo 'The package manager asks for a restart:'
  sort -u /run/reboot-required.pkgs 2>/dev/null
fi
if command -v needs-restarting >/dev/null 2>&1; then
  needs-restarting -r || needed=1
fi
running=$(uname -r)
newest=''
for folder in /lib/modules/*; do
  [ -e "$folder/modules.dep" ] || continue
  newest=$(printf '%s\n%s\n' "$newest" "${folder##*/}" | sort -V | tail -n 1)
done
if [ -n "$newest" ] && [ "$newest" != "$running" ]; then
  needed=1
  echo "Kernel $running runs, $newest is installed."
fi
[ "$needed" -eq 1 ] || echo 'No restart is needed.'
uptime
exit "$needed"
