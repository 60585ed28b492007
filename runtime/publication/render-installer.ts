/**
 * install.sh as it is handed out: the line `default_server=''` gets this server's configured address, never the Host that a
 * request came with (Teleport GHSA-6xf3-5hp7-xqqg), and the line `@rmm-agent.service@` becomes the service unit.
 * @throws when the script does not hold these lines, so that an edit of it cannot lose them silently.
 */
export function renderInstaller(script: string, publicUrl: string, unit: string): string {
  const withServer = replaceLine(script, "default_server=''", `default_server=${quote(publicUrl)}`);
  return replaceLine(withServer, '@rmm-agent.service@', unit.trimEnd());
}

function replaceLine(text: string, line: string, by: string): string {
  const lines = text.split('\n');
  if (lines.filter((one) => one === line).length !== 1)
    throw new Error(`the installer must hold the line ${line} once`);
  return lines.map((one) => (one === line ? by : one)).join('\n');
}

/** POSIX shell, 2.2.2: nothing is special between single quotes but their end. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
