import { createSignal, Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock, DiffView, VisibleText } from '../../ui/code/code.tsx';
import { linesOf } from '../../ui/code/visible.ts';
import { IconLock } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { riskFlags } from '../jobs/risk-flags.tsx';
import type { Standing } from './standing-queries.ts';

type View = 'changes' | 'whole';

/** The text that would run, and what changed since it was approved last. */
export function StandingScript(props: { standing: Standing }) {
  const [view, setView] = createSignal<View>('changes');
  const before = () => props.standing.previous_approved;
  const changed = () => {
    const found = before();
    return found && (found.script !== props.standing.script || found.shell !== props.standing.shell)
      ? found
      : undefined;
  };
  const marks = () => ({
    shell: props.standing.shell,
    label: t('approvals.script'),
    anchor: 'L',
    flag: riskFlags(() => props.standing.risk_hints),
  });
  return (
    <Card
      title={props.standing.script_name ?? t('approvals.script')}
      sub={
        <>
          {t('jobs.script_sub', { shell: props.standing.shell, count: linesOf(props.standing.script).length })},{' '}
          <Show when={before()} fallback={t('standing.first')}>
            {(found) =>
              rich(changed() ? 'standing.against' : 'standing.same_as', {
                name: <VisibleText text={found().by} />,
                time: <RelativeTime at={found().at} />,
              })
            }
          </Show>
        </>
      }
      end={
        <Show when={changed()}>
          <Segmented
            label={t('approvals.view')}
            value={view()}
            onChange={setView}
            segments={[
              { value: 'changes', label: t('approvals.changes') },
              { value: 'whole', label: t('approvals.whole') },
            ]}
          />
        </Show>
      }
      foot={
        <>
          <IconLock class="i-sm" />
          <span class="min-w-0">{rich('standing.covers', { sha: <Sha sha256={props.standing.form_sha256} /> })}</span>
        </>
      }
    >
      <Show when={view() === 'changes' && changed()} fallback={<CodeBlock text={props.standing.script} {...marks()} />}>
        {(old) => <DiffView before={old().script} after={props.standing.script} {...marks()} />}
      </Show>
    </Card>
  );
}

const Sha = (props: { sha256: string }) => (
  <span class="mono break-all" title={props.sha256}>
    sha256 {props.sha256}
  </span>
);
