# Installs a package, or brings it up to date, from the sources that the machine has. Only shows the plan while DRY_RUN is true.
set -eu
package=${PACKAGE:?}
case $package in -*) echo 'A package does not begin with a dash.'; exit 1 ;; esac
dry=${DRY_RUN:-true}
export DEBIAN_FRONTEND=noninteractive

if command -v apt-get >/dev/null 2>&1; then
  if [ "$dry" = true ]; then exec apt-get --simulate --option Debug::NoLocking=true install "$package"; fi
  apt-get --quiet update
  apt-get --quiet --yes install "$package"
elif command -v dnf >/dev/null 2>&1; then
  if [ "$dry" = true ]; then exec dnf --assumeno install "$package"; fi
  dnf --assumeyes install "$package"
elif command -v zypper >/dev/null 2>&1; then
  if [ "$dry" = true ]; then exec zypper --non-interactive install --dry-run "$package"; fi
  zypper --non-interactive install "$package"
elif command -v apk >/dev/null 2>&1; then
  if [ "$dry" = true ]; then exec apk add --simulate "$package"; fi
  apk add "$package"
else
  echo 'This machine has no package manager that is known here.'
  exit 1
fi
