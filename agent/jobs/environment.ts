/** What a job sees of the agent's environment: all but the agent's own settings and the service manager's. */
const hidden = [
  /^RMM_/,
  /^BUN_/,
  /^NODE_/,
  /^LISTEN_(PID|FDS|FDNAMES)$/,
  /^MEMORY_PRESSURE_/,
  /^WATCHDOG_/,
  /^(INVOCATION_ID|JOURNAL_STREAM|NOTIFY_SOCKET|SYSTEMD_EXEC_PID|MAINPID|MANAGERPID)$/,
];

const defaults = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  // Scripts then print UTF-8 whatever locale the service manager has.
  LANG: 'C.UTF-8',
};

export function jobEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !hidden.some((pattern) => pattern.test(name)));
  return { ...defaults, ...Object.fromEntries(kept) };
}
