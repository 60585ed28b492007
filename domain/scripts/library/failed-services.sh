# Services of systemd that failed, with the end of what each wrote. Exit code 1 when there are any.
set -eu
failed=$(systemctl list-units --state failed --plain --no-legend --no-pager | awk '{ print $1 }')
if [ -z "$failed" ]; then
  echo 'No unit has failed.'
  exit 0
fi
for unit in $failed; do
  printf '\n== %s\n' "$unit"
  journalctl --no-pager --unit "$unit" --lines 15 --output short-iso || true
done
exit 1
