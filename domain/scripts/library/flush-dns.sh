# Empties the caches of name resolution.
set -u
done_with=''
if [ "$(uname)" = Darwin ]; then
  dscacheutil -flushcache && killall -HUP mDNSResponder && done_with='mDNSResponder'
else
  if command -v resolvectl >/dev/null 2>&1 && resolvectl flush-caches 2>/dev/null; then done_with='systemd-resolved'; fi
  if command -v nscd >/dev/null 2>&1 && nscd --invalidate hosts 2>/dev/null; then done_with="$done_with nscd"; fi
fi
if [ -n "$done_with" ]; then echo "Emptied: $done_with"; else echo 'There is no cache that runs here.'; fi
