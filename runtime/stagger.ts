/**
 * Lets one pass in each turn of the event loop, in the order in which they came. What arrives together is otherwise begun
 * together, and everything that arrives meanwhile, an agent's frame among it, waits until the last of it has been: 200
 * applications that call in the same moment are 100 ms of work before their first statement is sent (bench/mcp-agents.ts).
 */
export function createStagger(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((pass) => {
      if (waiting.push(pass) === 1) setImmediate(next);
    });
}
