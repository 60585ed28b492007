# Warnings and errors of the last hours, and what the kernel says.
set -eu
hours=${HOURS:-24}
limit=${LIMIT:-300}

if command -v journalctl >/dev/null 2>&1; then
  echo "== Journal, warning and worse, last $hours hours"
  journalctl --no-pager --priority warning --since "-${hours}h" --output short-iso --lines "$limit" || true
else
  for file in /var/log/syslog /var/log/messages; do
    [ -r "$file" ] || continue
    printf '\n== %s\n' "$file"
    grep -Ei 'warn|error|fail|crit' "$file" | tail -n "$limit" || true
  done
fi
printf '\n== Kernel\n'
dmesg 2>/dev/null | tail -n 50 || echo 'The kernel log cannot be read.'
