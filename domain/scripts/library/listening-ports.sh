# TCP and UDP ports on which this machine listens, with the program behind each.
set -eu

if command -v ss >/dev/null 2>&1; then
  ss -H -tulpn | awk '{ printf "%-5s %-45s %s\n", $1, $5, $7 }' | sort -u
elif command -v lsof >/dev/null 2>&1; then
  lsof -nP -iTCP -sTCP:LISTEN
  lsof -nP -iUDP
else
  netstat -an | grep -E 'LISTEN|^udp'
fi
