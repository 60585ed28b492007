/** How one application is told of this server: a command to run, a file to paste, or a header to send. */
export interface Snippet {
  kind: 'command' | 'file' | 'header';
  text: string;
}

export const clients = ['claude_code', 'vscode', 'cursor', 'web', 'other'] as const;
export type Client = (typeof clients)[number];
/** People sign in, or a token is sent. */
export type Way = 'oauth' | 'token';

const NAME = 'muster';

/** In the form that the documentation of each application gives, as published in 2026; undefined where there is nothing to paste. */
export function snippetFor(client: Client, way: Way, url: string): Snippet | undefined {
  const bearer = 'Authorization: Bearer';
  const token = way === 'token';
  switch (client) {
    case 'claude_code':
      return command(
        `claude mcp add --transport http ${NAME} ${url}${token ? ` --header "${bearer} $MUSTER_TOKEN"` : ''}`,
      );
    case 'vscode':
      return file({
        ...(token && {
          inputs: [{ type: 'promptString', id: 'muster-token', description: 'Muster API token', password: true }],
        }),
        servers: { [NAME]: { type: 'http', url, ...(token && headers(variable('input:muster-token'))) } },
      });
    case 'cursor':
      return file({ mcpServers: { [NAME]: { url, ...(token && headers(variable('env:MUSTER_TOKEN'))) } } });
    case 'other':
      return token ? { kind: 'header', text: `${bearer} rmk_…` } : command(`npx mcp-remote ${url}`);
    case 'web':
      return undefined;
  }
}

const command = (text: string): Snippet => ({ kind: 'command', text });
const file = (value: object): Snippet => ({ kind: 'file', text: JSON.stringify(value, null, 2) });
const headers = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** Filled in by the editor. */
const variable = (name: string) => `$\{${name}}`;
