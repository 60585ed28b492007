import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

/** How a script of this shell is coloured and indented; each language is loaded when it is first needed. */
export async function languageOf(shell: string): Promise<Extension> {
  if (shell === 'python') return (await import('@codemirror/lang-python')).python();
  if (shell === 'powershell')
    return StreamLanguage.define((await import('@codemirror/legacy-modes/mode/powershell')).powerShell);
  if (shell === 'cmd') return StreamLanguage.define((await import('./cmd-mode.ts')).cmdMode);
  return StreamLanguage.define((await import('@codemirror/legacy-modes/mode/shell')).shell);
}
