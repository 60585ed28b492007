# Packages for which an update is there, by the lists that the machine has. Changes nothing.
set -u

if command -v apt-get >/dev/null 2>&1; then
  apt-get --simulate --quiet --option Debug::NoLocking=true dist-upgrade | awk '$1 == "Inst" { print $2, $3, $4; n++ } END { print n + 0, "updates" }'
elif command -v dnf >/dev/null 2>&1; then
  dnf --quiet --cacheonly check-update
  [ "$?" -ne 1 ]
elif command -v zypper >/dev/null 2>&1; then
  zypper --no-refresh --non-interactive list-updates
elif command -v apk >/dev/null 2>&1; then
  apk list --upgradable
elif command -v pacman >/dev/null 2>&1; then
  pacman -Qu || echo '0 updates'
else
  echo 'This machine has no package manager that is known here.'
  exit 1
fi
