import { type Label, t } from '../../i18n/index.ts';
import { shownText } from '../../ui/code/visible.ts';
import { type Icon, IconClose, IconDelete, IconMove, IconOk, IconWaiting } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import type { OperationRow, ProposedDevice } from './queries.ts';

const looks: Record<OperationRow['status'], Omit<StatusLook, 'word'> & { word: Label }> = {
  waiting: { tone: 'ask', icon: IconWaiting, word: 'approvals.waiting' },
  approved: { tone: 'ok', icon: IconOk, word: 'operations.approved' },
  rejected: { tone: 'idle', icon: IconClose, word: 'operations.rejected' },
};

export const operationLook = ({ status }: Pick<OperationRow, 'status'>): StatusLook => ({
  ...looks[status],
  word: t(looks[status].word),
});

export const operationIcon = ({ kind }: Pick<OperationRow, 'kind'>): Icon => (kind === 'move' ? IconMove : IconDelete);

/** "Move 12 devices to Pfister, Zurich". Names are what devices and people gave them. */
export function operationTitle(
  operation: Pick<OperationRow, 'kind' | 'device_count' | 'hostnames' | 'destination'>,
): string {
  const { kind, device_count: count, hostnames } = operation;
  const [only] = hostnames;
  const name = count === 1 && only !== undefined ? shownText(only) : undefined;
  if (kind === 'delete')
    return name === undefined ? t('operations.delete_title', { count }) : t('operations.delete_one', { name });
  const place = placeText(operation.destination);
  return name === undefined ? t('operations.move_title', { count, place }) : t('operations.move_one', { name, place });
}

type Place = Pick<ProposedDevice, 'client_name' | 'site_name' | 'group_name'> & { visible?: boolean };

/** A place from the company down; what the reader may not see has no name. */
export function placeText(place: Place | null): string {
  if (place?.visible === false) return t('operations.hidden_place');
  const names = [place?.client_name, place?.site_name, place?.group_name].filter((name) => typeof name === 'string');
  return names.length > 0 ? names.map(shownText).join(', ') : t('jobs.unassigned');
}

const outcomes: Record<NonNullable<ProposedDevice['outcome']>, Label> = {
  moved: 'operations.outcome.moved',
  already_there: 'operations.outcome.already_there',
  deleted: 'operations.outcome.deleted',
  gone: 'operations.outcome.gone',
};

/** What became of a device, or whether it is there: the words beside its name. */
export function deviceLook({ status, outcome }: ProposedDevice): StatusLook {
  if (outcome === 'moved' || outcome === 'deleted') return { tone: 'ok', icon: IconOk, word: t(outcomes[outcome]) };
  if (outcome !== null) return { tone: 'idle', icon: 'ring', word: t(outcomes[outcome]) };
  if (status === null) return { tone: 'idle', icon: IconClose, word: t('operations.gone') };
  return status === 'online'
    ? { tone: 'ok', icon: 'dot', word: t('approvals.online') }
    : { tone: 'idle', icon: 'ring', word: t('operations.offline') };
}
