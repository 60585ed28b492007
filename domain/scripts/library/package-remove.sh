# Removes a package; its settings stay. Only shows the plan while DRY_RUN is true.
set -eu
package=${PACKAGE:?}
case $package in -*) echo 'A package does not begin with a dash.'; exit 1 ;; esac
dry=${DRY_RUN:-true}
export DEBIAN_FRONTEND=noninteractive

if command -v apt-get >/dev/null 2>&1; then
  if [ "$dry" = true ]; then exec apt-get --simulate --option Debug::NoLocking=true remove "$package"; fi
  apt-get --quiet --yes remove "$package"
elif command -v dnf >/dev/null 2>&1; then
  if [ "$dry" = true ]; then exec dnf --assumeno remove "$package"; fi
  dnf --assumeyes remove "$package"
elif command -v zypper >/dev/null 2>&1; then
  if [ "$dry" = true ]; then exec zypper --non-interactive remove --dry-run "$package"; fi
  zypper --non-interactive remove "$package"
elif command -v apk >/dev/null 2>&1; then
  if [ "$dry" = true ]; then exec apk del --simulate "$package"; fi
  apk del "$package"
else
  echo 'This machine has no package manager that is known here.'
  exit 1
fi
