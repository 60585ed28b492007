# Whether the system disk is encrypted with FileVault, and who can unlock it. Exit code 1 when it is not.
set -u
fdesetup status
fdesetup list 2>/dev/null
fdesetup isactive >/dev/null
