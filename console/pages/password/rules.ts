import type { Label } from '../../i18n/index.ts';

/** SPEC.md, Limits. */
const MINIMUM = 12;

const rules: readonly { label: Label; met: (password: string) => boolean }[] = [
  { label: 'password.rule_length', met: (password) => [...password].length >= MINIMUM },
  { label: 'password.rule_uppercase', met: (password) => /\p{Lu}/u.test(password) },
  { label: 'password.rule_symbol', met: (password) => /[^\p{L}\p{Nd}\s]/u.test(password) },
];

/** How far a password keeps the rules, as it is typed. The server decides (domain/passwords/policy.ts), and knows common ones too. */
export function judge(password: string): { label: Label; met: boolean }[] {
  const normal = password.normalize('NFKC');
  return rules.map(({ label, met }) => ({ label, met: met(normal) }));
}
