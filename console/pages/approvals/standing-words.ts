import { type Label, t } from '../../i18n/index.ts';
import { IconError, IconOk, IconWaiting, IconWarn } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import type { StandingRow, StandingState } from './standing-queries.ts';

const looks: Record<StandingState, Omit<StatusLook, 'word'> & { word: Label }> = {
  waiting: { tone: 'ask', icon: IconWaiting, word: 'standing.state.waiting' },
  approved: { tone: 'ok', icon: IconOk, word: 'standing.state.approved' },
  rejected: { tone: 'err', icon: IconError, word: 'standing.state.rejected' },
};

/** Approved by somebody who may not any more is no approval, and says so. */
export function standingLook({ state, approver_holds }: Pick<StandingRow, 'state' | 'approver_holds'>): StatusLook {
  if (state === 'approved' && approver_holds === false)
    return { tone: 'warn', icon: IconWarn, word: t('standing.lapsed') };
  return { ...looks[state], word: t(looks[state].word) };
}

/** Where the subject has its page. */
export const subjectPath = ({ subject_kind, subject_id }: Pick<StandingRow, 'subject_kind' | 'subject_id'>): string =>
  subject_kind === 'task' ? `/monitoring/tasks/${subject_id}` : `/monitoring/checks/${subject_id}`;
