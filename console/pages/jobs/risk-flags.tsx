import { For, type JSX } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { type RiskHint, riskIcons } from './risks.ts';

/** What stands at the end of a line of a script: why it is worth a second look. */
export function riskFlags(hints: () => readonly RiskHint[]): (line: number) => JSX.Element | undefined {
  return (line) => {
    const found = hints().filter((hint) => hint.line === line);
    if (found.length === 0) return undefined;
    return (
      <span class="row justify-end gap-1">
        <For each={found}>
          {({ kind }) => (
            <span class="flag">
              {riskIcons[kind]({})}
              {t(`jobs.risk.${kind}`)}
            </span>
          )}
        </For>
      </span>
    );
  };
}
