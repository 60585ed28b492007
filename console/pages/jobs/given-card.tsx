import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { VisibleText } from '../../ui/code/code.tsx';
import { IconLock, IconWarn } from '../../ui/icons.ts';
import { Note } from '../../ui/status.tsx';
import { type Given, isGiven, sameGiven } from './given.ts';

/** Arguments and variables of a run: part of what an approval covers. `before` is what was approved last. */
export function GivenCard(props: { given: Given; before?: Given | null }) {
  const changed = () => {
    const { before } = props;
    return before && !sameGiven(before, props.given) ? before : undefined;
  };
  return (
    <Show when={isGiven(props.given) || changed()}>
      <Card title={t('jobs.given')} sub={t('jobs.given_sub')}>
        <Show when={changed()}>
          <div class="card-body">
            <Note icon={IconWarn} look="warn">
              {t('jobs.given_changed')}
            </Note>
          </div>
        </Show>
        <Values given={props.given} />
        <Show when={changed()}>
          {(before) => (
            <>
              <div class="card-body">
                <h3 class="sm strong">{t('jobs.given_before')}</h3>
              </div>
              <Values given={before()} />
            </>
          )}
        </Show>
      </Card>
    </Show>
  );
}

function Values(props: { given: Given }) {
  return (
    <Show when={isGiven(props.given)} fallback={<p class="card-body muted sm">{t('jobs.given_none')}</p>}>
      <dl class="facts card-body">
        <For each={props.given.args}>
          {(value, index) => (
            <>
              <dt>{t('jobs.argument', { number: index() + 1 })}</dt>
              <dd class="mono break-all whitespace-pre-wrap">
                <Value text={value} />
              </dd>
            </>
          )}
        </For>
        <For each={Object.entries(props.given.env).sort(([one], [other]) => (one < other ? -1 : 1))}>
          {([name, value]) => (
            <>
              <dt class="mono">{name}</dt>
              <dd class="mono break-all whitespace-pre-wrap">
                <Show when={value !== null} fallback={<Secret />}>
                  <Value text={value ?? ''} />
                </Show>
              </dd>
            </>
          )}
        </For>
      </dl>
    </Show>
  );
}

function Value(props: { text: string }) {
  return (
    <Show when={props.text !== ''} fallback={<span class="muted">{t('jobs.given_empty')}</span>}>
      <VisibleText text={props.text} />
    </Show>
  );
}

function Secret() {
  return (
    <span class="row muted">
      <IconLock class="i-sm" />
      {t('jobs.given_secret')}
    </span>
  );
}
