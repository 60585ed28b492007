# Addresses, routes, name resolution and the way to a host. Fails when the host cannot be reached.
set -u
host=${HOST:-example.org}
case $host in -*) echo 'A host does not begin with a dash.'; exit 2 ;; esac

section() { printf '\n== %s\n' "$1"; }

section 'Addresses'
if command -v ip >/dev/null 2>&1; then ip -brief address; else ifconfig; fi

section 'Routes'
if command -v ip >/dev/null 2>&1; then ip route; else netstat -rn; fi

section 'Name servers'
if [ "$(uname)" = Darwin ]; then scutil --dns | grep 'nameserver' | sort -u; else grep '^nameserver' /etc/resolv.conf; fi

section "Address of $host"
if command -v getent >/dev/null 2>&1; then
  getent hosts "$host" || echo "cannot be resolved"
else
  dscacheutil -q host -a name "$host"
fi

section "Way to $host"
if command -v ping >/dev/null 2>&1; then
  ping -c 4 "$host"
  reached=$?
else
  echo 'there is no ping on this machine'
  reached=0
fi
if command -v traceroute >/dev/null 2>&1; then traceroute -w 2 -m 15 "$host"; fi
exit "$reached"
