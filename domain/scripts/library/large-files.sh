# The largest files under a folder, on its own file system.
set -eu
root=${FOLDER:-/}
case $root in /*) ;; *) echo 'FOLDER must begin with /.'; exit 2 ;; esac
megabytes=${MIN_MB:-100}
limit=${LIMIT:-30}

echo "Files of $megabytes MiB and more in $root:"
find "$root" -xdev -type f -size "+$((megabytes * 1024 - 1))k" -exec du -k {} + 2>/dev/null |
  sort -rn | head -n "$limit" |
  awk '{ size = $1; sub(/^[0-9]+[ \t]+/, ""); printf "%10.1f MiB  %s\n", size / 1024, $0 }'
