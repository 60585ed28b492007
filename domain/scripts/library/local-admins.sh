# Who may become root on this machine.
set -eu

echo 'Accounts with user id 0:'
if [ "$(uname)" = Darwin ]; then
  dscl . -list /Users UniqueID | awk '$2 == 0 { print "  " $1 }'
  echo 'Members of admin:'
  dscl . -read /Groups/admin GroupMembership | sed 's/^GroupMembership: */  /'
else
  awk -F: '$3 == 0 { print "  " $1 }' /etc/passwd
  for group in sudo wheel admin; do
    members=$(getent group "$group" | cut -d: -f4) || continue
    [ -z "$members" ] || echo "Members of $group: $members"
  done
fi

echo 'Rules of sudo:'
for file in /etc/sudoers /etc/sudoers.d/*; do
  if [ -r "$file" ]; then grep -HEv '^[[:space:]]*(#[^i]|#$|$|Defaults)' "$file" || true; fi
done
