import { type JSX, Show } from 'solid-js';
import { formatDuration, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { useCompany } from '../../shell/company.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock, VisibleText } from '../../ui/code/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useScripts } from '../scripts/queries.ts';
import { shellName } from '../scripts/words.ts';
import { CheckOwner } from './check-columns.tsx';
import { approvalLook, limitsText, typeName } from './check-words.ts';
import { configFields } from './config-fields.ts';
import { type ProgramDraft, programDraft } from './program-draft.ts';
import type { Check } from './queries.ts';

type Fact = readonly [name: string, value: JSX.Element];

/** What a check is told, when it is bad, how often it runs and what is done then. */
export function CheckFacts(props: { check: Check }) {
  const company = useCompany();
  const facts = (): Fact[] => {
    const { check } = props;
    return [
      [t('checks.type'), typeName(check.type)],
      [t('checks.runs_on'), <CheckOwner check={check} href={company.href} />],
      ...configFacts(check),
      [t('checks.limits'), limitsText(check)],
      [t('checks.every'), formatDuration(check.interval_sec)],
      [t('checks.failures'), formatNumber(check.failure_count)],
      [t('checks.recoveries'), formatNumber(check.recovery_count)],
      [t('policies.changed'), <RelativeTime at={check.updated_at} />],
    ];
  };
  return (
    <div class="stack">
      <Card title={t('checks.settings')} pad>
        <Facts facts={facts()} />
      </Card>
      <Show when={props.check.type === 'script'}>
        <ProgramCard title={t('checks.program')} program={programDraft(props.check.config)} />
      </Show>
      <Show when={props.check.remediation}>
        {(remediation) => (
          <ProgramCard
            title={t('checks.remediation')}
            program={programDraft(remediation())}
            end={
              <Show when={props.check.remediation_approval}>
                {(state) => <StatusWord {...approvalLook(state())} />}
              </Show>
            }
          />
        )}
      </Show>
    </div>
  );
}

function configFacts({ type, config }: Check): Fact[] {
  return (configFields[type] ?? []).flatMap(({ key, label, choices }): Fact[] => {
    const value = config[key];
    if (value === undefined || value === '' || value === false) return [];
    if (value === true) return [[t(label), t('checks.yes')]];
    const choice = choices?.find((one) => one.value === value)?.label;
    if (choice !== undefined) return [[t(label), t(choice)]];
    return [[t(label), <VisibleText text={String(value)} />]];
  });
}

function ProgramCard(props: { title: string; program: ProgramDraft; end?: JSX.Element }) {
  const company = useCompany();
  const scripts = useScripts();
  const library = () =>
    scripts.isSuccess ? scripts.data.scripts.find(({ id }) => id === props.program.scriptId) : undefined;
  return (
    <Card title={props.title} end={props.end} pad>
      <div class="stack">
        <Show
          when={props.program.from === 'library'}
          fallback={
            <CodeBlock text={props.program.script} shell={props.program.shell} label={shellName(props.program.shell)} />
          }
        >
          <Show when={library() && can('scripts.view')} fallback={<p>{t('checks.program_library')}</p>}>
            <a class="link" href={company.href(`/scripts/${props.program.scriptId}`)}>
              {library()?.name}
            </a>
          </Show>
        </Show>
        <Show when={props.program.args !== ''}>
          <Facts facts={[[t('checks.args'), <VisibleText text={props.program.args.split('\n').join(' ')} />]]} />
        </Show>
      </div>
    </Card>
  );
}
