# Removes files in the folders for temporary ones that nobody has read or changed for DAYS days. Only lists them while
# DRY_RUN is true.
set -eu
days=${DAYS:-14}
[ "$days" -ge 1 ]

for folder in /tmp /var/tmp; do
  echo "== $folder"
  # -xdev and no -follow: neither another file system nor the target of a link is touched. Sockets and pipes stay.
  if [ "${DRY_RUN:-true}" = true ]; then
    find "$folder" -xdev -type f -atime "+$days" -mtime "+$days" -print 2>/dev/null || true
  else
    find "$folder" -xdev -type f -atime "+$days" -mtime "+$days" -print -exec rm -f -- {} + 2>/dev/null || true
  fi
done
if [ "${DRY_RUN:-true}" = true ]; then echo 'Nothing was removed.'; fi
