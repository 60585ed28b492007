import { type JSX, Show } from 'solid-js';
import { rich, t } from '../../i18n/index.ts';
import { VisibleText } from '../../ui/code/code.tsx';
import { type Icon, IconAi, IconClock, IconDevice, IconKey, IconServer, IconUser } from '../../ui/icons.ts';
import type { JobActor, JobSource } from './job.ts';

type Asked = { actor: JobActor; source: JobSource };

/** An AI application asked, or wrote what a person then sent. */
export function isAi({ actor, source }: Asked): boolean {
  return actor.kind === 'oauth' || source === 'mcp' || source === 'chat';
}

const icons: Record<JobActor['kind'], Icon> = {
  user: IconUser,
  api_token: IconKey,
  oauth: IconAi,
  agent: IconDevice,
  system: IconServer,
  bootstrap: IconKey,
};

export function actorIcon(asked: Asked): Icon {
  if (isAi(asked)) return IconAi;
  return asked.source === 'task' ? IconClock : icons[asked.actor.kind];
}

/** The square before a proposal that shows what kind of somebody asked. */
export function ActorMark(props: Asked & { large?: boolean }) {
  const Shape = () => actorIcon(props)({ class: props.large ? 'i-lg' : '' });
  return (
    <span
      class={`avatar sq ${props.large ? 'lg' : ''} ${isAi(props) ? 'ai' : 'neutral'}`}
      title={t(`actor.${props.actor.kind}`)}
    >
      <Shape />
    </span>
  );
}

/** The name alone; an AI application's is marked by colour and, where it is shown, by its kind. */
export function ActorName(props: { actor: JobActor; source?: JobSource; plain?: boolean }) {
  const ai = () => isAi({ actor: props.actor, source: props.source ?? 'console' });
  return (
    <b class={`${ai() ? 'ask' : ''} ${props.plain ? 'font-normal' : ''}`}>
      <VisibleText text={props.actor.name} />
    </b>
  );
}

/** Who stands behind a token or an AI application: "AI application, for jonah.brandt". */
export function ActorKind(props: { actor: JobActor }) {
  return (
    <>
      {t(`actor.${props.actor.kind}`)}
      <Show when={props.actor.on_behalf_of}>
        {(name) => (
          <>
            , <VisibleText text={t('actor.for', { name: name() })} />
          </>
        )}
      </Show>
    </>
  );
}

type ActorBehindProps = {
  actor: JobActor;
  /** The sentence about the host of an AI application. */
  host: 'actor.host' | 'operations.through';
  /** Stands there when it has none. */
  otherwise?: JSX.Element;
};

/** For whom a token or an AI application asks, and the host of that: each in a span of its own. */
export function ActorBehind(props: ActorBehindProps) {
  return (
    <>
      <Show when={props.actor.on_behalf_of}>
        {(name) => (
          <span>
            <VisibleText text={t('actor.for', { name: name() })} />
          </span>
        )}
      </Show>
      <Show when={props.actor.client_host} fallback={props.otherwise}>
        {(host) => (
          <span>
            {rich(props.host, {
              host: (
                <span class="mono">
                  <VisibleText text={host()} />
                </span>
              ),
            })}
          </span>
        )}
      </Show>
    </>
  );
}
