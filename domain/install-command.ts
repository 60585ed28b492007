/** Arguments of a POSIX shell: quoted unless nothing in it means anything to a shell. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The line that a root shell on Linux takes as pasted: fetches the installer from this server's fixed origin and runs it.
 * Without https or a key to verify builds with it asks for lab mode, which the installer demands then (SPEC.md, Installer
 * options). Over https nothing is fetched by a redirect to another protocol.
 */
export function linuxInstallCommand({
  serverUrl,
  token,
  publicKeys,
}: {
  /** Origin where agents reach this server. */
  serverUrl: string;
  /** The enrollment token. */
  token: string;
  /** Base64 Ed25519 keys; several while one takes over from another. */
  publicKeys: string[];
}): string {
  const https = serverUrl.startsWith('https://');
  const fetch = ['curl', ...(https ? ['--proto', '=https', '--tlsv1.2'] : []), '-fsSL', `${serverUrl}/install.sh`];
  const lab = https && publicKeys.length > 0 ? [] : ['--lab-mode'];
  const keys = publicKeys.flatMap((key) => ['--update-public-key', key]);
  const install = ['sh', '-s', '--', '--server', serverUrl, '--token', token, ...keys, ...lab];
  return `${fetch.map(shellWord).join(' ')} | ${install.map(shellWord).join(' ')}`;
}
