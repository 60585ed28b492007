# Whether the clock is kept right, and by what. Exit code 1 when it is not.
set -u
date -u '+%Y-%m-%dT%H:%M:%SZ'

if [ "$(uname)" = Darwin ]; then
  systemsetup -getusingnetworktime
  systemsetup -getnetworktimeserver
  systemsetup -getusingnetworktime | grep -q 'On'
  exit
fi
if command -v chronyc >/dev/null 2>&1 && chronyc tracking 2>/dev/null; then
  chronyc tracking | grep -q 'Leap status *: Normal'
  exit
fi
if command -v timedatectl >/dev/null 2>&1 && timedatectl 2>/dev/null; then
  [ "$(timedatectl show --property NTPSynchronized --value)" = yes ]
  exit
fi
if command -v ntpq >/dev/null 2>&1 && ntpq -pn; then exit 0; fi
echo 'Nothing that keeps the clock was found (chrony, systemd-timesyncd, ntpd).'
exit 1
