import { useQuery } from '@tanstack/solid-query';
import { For, type JSX, Show } from 'solid-js';
import type { Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconLock, IconWarn } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { OpenApiCard } from './openapi-card.tsx';
import { configQuery } from './queries.ts';

type Config = Output<'GET /api/config'>;

/** /settings/about: which server this is, how it is reached, and how it is protected. */
export default function About() {
  const config = useQuery(configQuery);
  return (
    <SettingsPage title={t('settings.about')}>
      <Loaded query={config} failed={t('about.failed')}>
        {(data) => (
          <div class="cols">
            <div class="stack">
              <Safeguards config={data()} />
              <UpdateKeys keys={data().update_public_keys} />
            </div>
            <div class="stack">
              <Server config={data()} />
              <OpenApiCard />
            </div>
          </div>
        )}
      </Loaded>
    </SettingsPage>
  );
}

function Server(props: { config: Config }) {
  const setUp = (on: boolean) => (on ? t('about.on') : t('about.off'));
  const facts = (): [string, JSX.Element][] => {
    const { server, agent_version, smtp, sso, remote } = props.config;
    return [
      [t('about.instance'), server.instance_name],
      [t('about.version'), server.version],
      [t('about.agent_version'), agent_version ?? t('about.agent_none')],
      [t('about.console_url'), <span class="mono">{server.console_url}</span>],
      [t('about.public_url'), <span class="mono">{server.public_url}</span>],
      [t('about.mcp_url'), server.mcp_url ? <span class="mono">{server.mcp_url}</span> : t('about.not_set')],
      [t('about.account_mail'), setUp(smtp.account_set)],
      [t('about.sso'), sso.enabled ? sso.label : t('about.off')],
      [t('about.remote'), remote.default],
    ];
  };
  return (
    <Card title={t('about.server')} pad>
      <Facts facts={facts()} />
    </Card>
  );
}

/** What protects the people who trust this server: each with the word, and why. */
function Safeguards(props: { config: Config }) {
  const server = () => props.config.server;
  return (
    <Card title={t('about.safety')}>
      <ul class="list sm">
        <Safeguard
          name={t('about.audit_trail')}
          safe={!server().audit_unprotected}
          word={server().audit_unprotected ? t('about.audit_unprotected') : t('about.audit_protected')}
        >
          <Show when={server().audit_unprotected} fallback={t('about.audit_protected_why')}>
            {t('about.audit_unprotected_why')} {t('about.audit_how')}
          </Show>
        </Safeguard>
        <Safeguard
          name={t('about.approval')}
          safe={!server().allow_unapproved_jobs}
          word={server().allow_unapproved_jobs ? t('about.approval_skippable') : t('about.approval_required')}
        >
          {server().allow_unapproved_jobs ? t('about.approval_skippable_why') : t('about.approval_required_why')}
        </Safeguard>
      </ul>
    </Card>
  );
}

function Safeguard(props: { name: string; safe: boolean; word: string; children: JSX.Element }) {
  return (
    <li class="flex-wrap">
      <span class="min-w-0 grow basis-72">
        <b>{props.name}</b>
        <span class="dim block">{props.children}</span>
      </span>
      <StatusWord tone={props.safe ? 'ok' : 'warn'} icon={props.safe ? IconLock : IconWarn} word={props.word} />
    </li>
  );
}

function UpdateKeys(props: { keys: readonly string[] }) {
  return (
    <Card title={t('about.keys')} pad>
      <div class="stack gap-3">
        <p class="sm dim">{props.keys.length > 0 ? t('about.keys_why') : t('about.keys_none')}</p>
        <For each={props.keys}>
          {(key, index) => <CopyField label={t('about.key', { number: index() + 1 })} value={key} />}
        </For>
      </div>
    </Card>
  );
}
