# Removes downloaded packages that are installed or no longer needed. Only says how much there is while DRY_RUN is true.
set -eu

size_of() { du -sh "$1" 2>/dev/null | cut -f1; }

if command -v apt-get >/dev/null 2>&1; then
  set -- /var/cache/apt/archives apt-get --quiet clean
elif command -v dnf >/dev/null 2>&1; then
  set -- /var/cache/dnf dnf --quiet clean packages
elif command -v zypper >/dev/null 2>&1; then
  set -- /var/cache/zypp zypper --quiet clean
elif command -v apk >/dev/null 2>&1; then
  set -- /var/cache/apk apk cache clean
else
  echo 'This machine has no package manager that is known here.'
  exit 1
fi
folder=$1
shift
echo "$folder holds $(size_of "$folder")."
if [ "${DRY_RUN:-true}" = true ]; then
  echo "Nothing was removed. It would be done with: $*"
else
  "$@"
  echo "$folder holds $(size_of "$folder") now."
fi
