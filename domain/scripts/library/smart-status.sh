# What the disks say of their own health. Exit code 1 when one fails its test, 2 when none can be asked.
set -u
if ! command -v smartctl >/dev/null 2>&1; then
  if [ "$(uname)" = Darwin ]; then
    diskutil info -all | grep -E 'Device / Media Name|SMART Status'
    ! diskutil info -all | grep -q 'SMART Status: *Failing'
    exit
  fi
  echo 'smartctl is not installed (package smartmontools).'
  exit 2
fi
bad=0
asked=0
devices=$(smartctl --scan | cut -d' ' -f1)
for device in $devices; do
  asked=$((asked + 1))
  printf '\n== %s\n' "$device"
  smartctl --info --health --attributes "$device"
  # Bit 3: the disk is failing (smartctl(8), exit status).
  [ "$(($? & 8))" -eq 0 ] || bad=1
done
if [ "$asked" -eq 0 ]; then
  echo 'There is no disk that can be asked.'
  exit 2
fi
exit "$bad"
