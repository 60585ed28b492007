import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js';
import { HostEntry } from '../../../schema/oauth-apps.ts';
import { api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { queries } from '../../queries.ts';
import { createSubmit } from '../../ui/form.ts';
import { toast } from '../../ui/toast.tsx';
import type { Policy } from './queries.ts';

/** The state of the form over the saved policy. It follows what somebody else saves, until something is changed. */
export function createPolicyDraft(saved: Accessor<Policy>) {
  const [values, setValues] = createSignal<Policy>(plain(saved()));
  const [entry, setEntry] = createSignal('');
  const [wrong, setWrong] = createSignal(false);
  const changed = createMemo(() => !same(values(), saved()));
  createEffect(on(saved, (now, before) => before && same(values(), before) && setValues(plain(now))));
  const change = (part: Partial<Policy>) => setValues({ ...values(), ...part });

  /** Puts a host on the list, as it will be kept; says so when it is none. */
  function add(text: string): boolean {
    const host = HostEntry.safeParse(text);
    setWrong(!host.success);
    if (!host.success) return false;
    change({ allowed_hosts: [...new Set([...values().allowed_hosts, host.data])] });
    return true;
  }
  const save = createSubmit(async () => {
    // What stands in the field was meant.
    if (entry().trim() !== '') {
      if (!add(entry())) return;
      setEntry('');
    }
    setValues(plain(await api('PUT /api/config/mcp-oauth', { body: values() })));
    toast(t('apps.policy_saved'));
    await queries.invalidateQueries({ queryKey: ['oauth_apps'] });
  }, ['allowed_hosts']);
  return {
    values,
    change,
    changed: () => changed() || entry().trim() !== '',
    entry,
    setEntry: (text: string) => {
      setWrong(false);
      setEntry(text);
    },
    wrong,
    add,
    addEntry: () => add(entry()) && setEntry(''),
    remove: (host: string) => change({ allowed_hosts: values().allowed_hosts.filter((one) => one !== host) }),
    /** Only listed hosts, and none is listed: the server refuses it. */
    missing: () =>
      values().registration === 'allowed_hosts' && values().allowed_hosts.length === 0 && entry().trim() === '',
    save,
  };
}

export type PolicyDraft = ReturnType<typeof createPolicyDraft>;

/** Out of the query's store, which changes in place. */
const plain = ({ registration, allowed_hosts, require_approval }: Policy): Policy => ({
  registration,
  allowed_hosts: [...allowed_hosts],
  require_approval,
});

const same = (left: Policy, right: Policy): boolean => JSON.stringify(plain(left)) === JSON.stringify(plain(right));
