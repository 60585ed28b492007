/** The agent's own log: one logfmt line per event on stderr, where journald adds the time. Never a token, credential or script. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void;

export function openLog(write: (line: string) => void): Log {
  return (level, message, fields = {}) => {
    const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${quote(value)}`);
    write(`level=${level} msg=${JSON.stringify(message)}${pairs.join('')}\n`);
  };
}

function quote(value: unknown): string {
  const text = String(value);
  return /^[\w.:/@+-]+$/.test(text) ? text : JSON.stringify(text);
}
