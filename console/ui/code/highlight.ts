/** A light hand for scripts: comments, strings, variables and a few keywords, line by line. Never hides anything. */
export type Token = { kind?: 'kw' | 'str' | 'var' | 'com'; text: string };

const KEYWORDS: Readonly<Record<string, string>> = {
  shell: 'if then elif else fi for while until do done case esac in function return exit set export local',
  powershell:
    'if else elseif foreach for while do switch function param return try catch finally throw begin process end',
  python:
    'if elif else for while in def return import from as with try except finally raise class pass lambda not and or',
  cmd: 'if else for in do goto call set echo exit',
};
const FAMILY: Readonly<Record<string, string>> = { bash: 'shell', sh: 'shell', zsh: 'shell', pwsh: 'powershell' };

const families = new Map<string, RegExp>();

function grammar(shell: string): RegExp {
  const family = FAMILY[shell] ?? shell;
  const found = families.get(family);
  if (found) return found;
  const comment = family === 'cmd' ? '(?:^|\\s)(?:rem |::).*$' : '(?:^|\\s)#.*$';
  const variable = family === 'cmd' ? '%[\\w.]+%' : '\\$\\{[^}]*\\}|\\$[\\w@*#?!:]+';
  const words = (KEYWORDS[family] ?? '').split(' ').filter(Boolean).join('|') || '(?!)';
  const made = new RegExp(
    `(?<com>${comment})|(?<str>"(?:\\\\.|[^"\\\\])*"|'[^']*')|(?<var>${variable})|(?<kw>(?<![\\w./-])(?:${words})(?![\\w./-]))`,
    'gi',
  );
  families.set(family, made);
  return made;
}

/** The line in tokens; their texts together are the line. Very long lines are left plain. */
export function tokens(line: string, shell: string | undefined): Token[] {
  if (shell === undefined || line.length > 500) return [{ text: line }];
  const found: Token[] = [];
  let end = 0;
  for (const match of line.matchAll(grammar(shell))) {
    if (match.index > end) found.push({ text: line.slice(end, match.index) });
    found.push({ kind: kindOf(match.groups ?? {}), text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < line.length) found.push({ text: line.slice(end) });
  return found;
}

function kindOf(groups: Record<string, string | undefined>): 'kw' | 'str' | 'var' | 'com' {
  if (groups.com !== undefined) return 'com';
  if (groups.str !== undefined) return 'str';
  return groups.var !== undefined ? 'var' : 'kw';
}
