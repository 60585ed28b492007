import { useQuery } from '@tanstack/solid-query';
import { createEffect, createSignal, For, Match, Show, Switch } from 'solid-js';
import { api } from '../../api.ts';
import { type Label, t } from '../../i18n/index.ts';
import { me } from '../../session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { type Icon, IconCheck, IconCompany, IconDevice, IconUser } from '../../ui/icons.ts';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { EntranceFoot } from '../entrance-foot.tsx';
import { AdministratorStep } from './administrator-step.tsx';
import { CompanyStep } from './company-step.tsx';
import { DeviceStep } from './device-step.tsx';
import { type Placement, readPlacement } from './placement.ts';

const STEPS: readonly { label: Label; icon: Icon }[] = [
  { label: 'setup.step_administrator', icon: IconUser },
  { label: 'setup.step_company', icon: IconCompany },
  { label: 'setup.step_device', icon: IconDevice },
];

/** First run: administrator, company and site, first device. Which step it is follows from the server, so a reload goes on. */
export default function Setup() {
  const state = useQuery(() => ({
    queryKey: ['auth-state'],
    queryFn: ({ signal }) => api('GET /api/auth/state', { signal }),
  }));
  const [placement, setPlacement] = createSignal<Placement | undefined>();
  const [again, setAgain] = createSignal(false);
  const places = useQuery(() => ({
    queryKey: ['sites', 'first'],
    queryFn: ({ signal }) => readPlacement(signal),
    enabled: me() !== undefined,
  }));
  const place = () => placement() ?? (places.isSuccess ? (places.data ?? undefined) : undefined);
  const step = () => (me() === undefined ? 0 : place() === undefined || again() ? 1 : 2);

  createEffect(() => {
    document.title = `${t('setup.title')} · Muster`;
  });
  return (
    <main class="entrance tinted">
      <div class="first stack gap-5">
        <Show when={me() || (state.isSuccess && state.data.needs_bootstrap)}>
          <Steps current={step()} />
        </Show>
        <Loaded query={state} failed={t('setup.failed')} skeleton={<Skeleton kind="lines" />}>
          {(known) => (
            <Switch>
              <Match when={!me() && !known().needs_bootstrap}>
                <AlreadySetUp />
              </Match>
              <Match when={step() === 0}>
                <AdministratorStep onDone={() => void state.refetch()} />
              </Match>
              <Match when={places.isPending && !placement()}>
                <Skeleton kind="lines" />
              </Match>
              <Match when={step() === 1}>
                <CompanyStep
                  placement={place()}
                  onDone={(made) => {
                    setPlacement(made);
                    setAgain(false);
                  }}
                />
              </Match>
              <Match when={place()}>
                {(made) => <DeviceStep placement={made()} onToken={setPlacement} onBack={() => setAgain(true)} />}
              </Match>
            </Switch>
          )}
        </Loaded>
      </div>
      <EntranceFoot />
    </main>
  );
}

function Steps(props: { current: number }) {
  return (
    <ol class="steps" aria-label={t('setup.steps')}>
      <For each={STEPS}>
        {(step, index) => {
          const done = () => index() < props.current;
          return (
            <li class={done() ? 'done' : ''} aria-current={index() === props.current ? 'step' : undefined}>
              <Show when={done()} fallback={<step.icon class="i-sm" />}>
                <IconCheck class="i-sm" />
              </Show>
              <span>{t(step.label)}</span>
            </li>
          );
        }}
      </For>
    </ol>
  );
}

function AlreadySetUp() {
  return (
    <section class="card">
      <EmptyState
        icon={IconCheck}
        title={t('setup.already')}
        actions={
          <LinkButton href="/sign-in" look="primary">
            {t('sign_in.submit')}
          </LinkButton>
        }
      >
        {t('setup.already_why')}
      </EmptyState>
    </section>
  );
}
