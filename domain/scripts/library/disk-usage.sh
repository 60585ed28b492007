# Free space of every file system, and what takes the most under one folder.
set -eu
root=${FOLDER:-/}
case $root in /*) ;; *) echo 'FOLDER must begin with /.'; exit 2 ;; esac

echo 'File systems:'
df -Ph | awk 'NR == 1 || $1 ~ /^\// { print }'

echo
echo 'Inodes:'
df -Pi 2>/dev/null | awk 'NR == 1 || $1 ~ /^\// { print }'

echo
echo "Largest folders in $root, in MiB:"
# -x stays on this file system; what cannot be read is passed over.
du -x -k -d 2 "$root" 2>/dev/null | sort -rn | head -n 21 | awk '{ size = $1; sub(/^[0-9]+[ \t]+/, ""); printf "%10.1f  %s\n", size / 1024, $0 }'
