import { For, Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { type RiskKind, riskIcons, riskKinds, riskLines } from '../jobs/risks.ts';
import type { Proposal } from './proposals.ts';

/** Lines that are linked to; the flags in the script have all. */
const LINKED = 6;

/** What kinds of hints the script has and where. "Nothing found" never means safe. */
export function RiskCard(props: { proposal: Pick<Proposal, 'risk_hints'> }) {
  return (
    <section class="card" aria-label={t('approvals.risks')}>
      <div class="risks">
        <For each={riskKinds}>{(kind) => <Kind kind={kind} lines={riskLines(props.proposal.risk_hints, kind)} />}</For>
      </div>
    </section>
  );
}

function Kind(props: { kind: RiskKind; lines: readonly number[] }) {
  return (
    <div class={props.lines.length > 0 ? 'yes' : 'no'}>
      <div class="h">
        {riskIcons[props.kind]({})}
        {t(`jobs.risk.${props.kind}`)}
      </div>
      <p>
        <Show when={props.lines.length > 0} fallback={t('approvals.risk_none')}>
          {rich('approvals.risk_line', { count: props.lines.length, lines: <Lines lines={props.lines} /> })}
        </Show>
      </p>
    </div>
  );
}

function Lines(props: { lines: readonly number[] }) {
  return (
    <>
      <For each={props.lines.slice(0, LINKED)}>
        {(line, index) => (
          <>
            {index() > 0 ? ', ' : ''}
            <a class="link whitespace-nowrap" href={`#L${line}`} onClick={(event) => goTo(event, line)}>
              {t('approvals.risk_line_of', { line })}
            </a>
          </>
        )}
      </For>
      <Show when={props.lines.length > LINKED}>
        {' '}
        {t('approvals.risk_more', { count: props.lines.length - LINKED })}
      </Show>
    </>
  );
}

/** By the browser and not by the router: only a real fragment makes the line the :target, which marks it. */
function goTo(event: MouseEvent, line: number): void {
  event.preventDefault();
  location.hash = `L${line}`;
}
