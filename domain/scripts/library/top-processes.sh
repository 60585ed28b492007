# The processes that use the most of the processor or of the memory.
set -eu
limit=${LIMIT:-15}
case ${ORDER:-cpu} in
  memory) column=4 ;;
  *) column=3 ;;
esac

uptime
echo
echo '  PID USER        %CPU  %MEM COMMAND'
ps -A -o pid= -o user= -o pcpu= -o pmem= -o comm= | sort -k "$column,$column" -rn | head -n "$limit"
