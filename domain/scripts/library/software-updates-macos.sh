# Updates of macOS and of Apple's programs that wait. Changes nothing.
set -eu
sw_vers
softwareupdate --list 2>&1
