/** What the install command needs to know about the server. */
export type InstallTarget = {
  /** Origin that agents reach, without a slash at the end. */
  server: string;
  token: string;
  /** Base64 Ed25519 key that signs agents; without one the agent can only be installed in lab mode. */
  updateKey: string | null | undefined;
};

/**
 * The line that installs and enrolls a Linux device. Plain HTTP, or a server without a release key, needs lab mode,
 * which the installer asks for in so many words (see installers/install.sh).
 */
export function linuxInstallCommand({ server, token, updateKey }: InstallTarget): string {
  const lab = !server.startsWith('https://') || !updateKey;
  const options = [
    `--server ${server}`,
    `--token ${token}`,
    ...(updateKey ? [`--update-public-key ${updateKey}`] : []),
    ...(lab ? ['--lab-mode'] : []),
  ];
  return `curl -fsSL ${server}/install.sh | sudo sh -s -- ${options.join(' ')}`;
}

/** The same with the token's middle left out, for the screen: rme_q7Jm…x2Vd. */
export function maskedToken(token: string): string {
  return token.length > 16 ? `${token.slice(0, 8)}…${token.slice(-4)}` : token;
}
