#!/bin/sh
# Removes the Muster agent from this machine. It revokes nothing: the device must also be deleted in the console.
# DESTDIR as in install.sh.
set -eu

usage() {
  cat <<'USAGE'
Usage: uninstall.sh [--keep-state]
  --keep-state  keep the enrollment, so that a reinstall comes back as the same device
Exit codes: 0 done, 1 failed, 2 bad option.
USAGE
}

say() { printf '%s\n' "$*"; }
die() {
  printf 'uninstall.sh: %s\n' "$2" >&2
  exit "$1"
}

parse_options() {
  keep_state=0
  for option in "$@"; do
    case $option in
      --keep-state) keep_state=1 ;;
      --help | -h)
        usage
        exit 0
        ;;
      *)
        usage >&2
        die 2 'there is an option that this script does not know'
        ;;
    esac
  done
}

has_systemd() { [ -d "$root/run/systemd/system" ] && command -v systemctl >/dev/null; }

stop_service() {
  has_systemd || return 0
  if [ -e "$unit" ]; then systemctl disable --quiet --now rmm-agent.service || die 1 'the service could not be stopped'; fi
  rm -f "$unit"
  systemctl daemon-reload
}

# An agent that was started by hand or by another service manager: the one that holds the lock of the state folder, if it
# is this very program. It ends its jobs and goes within some seconds.
stop_agent() {
  [ -f "$state/lock" ] || return 0
  pid=$(cut -d ' ' -f 1 <"$state/lock")
  case $pid in '' | *[!0-9]*) return 0 ;; esac
  is_agent "$pid" || return 0
  kill -TERM "$pid" 2>/dev/null || return 0
  waited=0
  while is_agent "$pid"; do
    [ $waited -lt 30 ] || die 1 "the agent (pid $pid) does not stop"
    waited=$((waited + 1))
    sleep 1
  done
}

is_agent() { case $(readlink "/proc/$1/exe" 2>/dev/null) in "$bin" | "$bin (deleted)") ;; *) return 1 ;; esac; }

main() {
  root=${DESTDIR:-}
  root=${root%/}
  bin=$root/usr/local/lib/rmm-agent/rmm-agent
  unit=$root/etc/systemd/system/rmm-agent.service
  state=$root/var/lib/rmm-agent
  parse_options "$@"
  [ -n "$root" ] || [ "$(id -u)" = 0 ] || die 1 'this must run as root, e.g. behind sudo'
  stop_service
  stop_agent
  rm -rf "$root/usr/local/lib/rmm-agent" "$root/etc/rmm-agent.env"
  if [ "$keep_state" = 1 ]; then
    say "The agent is removed. $state is kept: a reinstall comes back as the same device."
  else
    rm -rf "$state"
    say 'The agent is removed. Nothing was revoked: delete the device in the console as well.'
  fi
}

main "$@"
