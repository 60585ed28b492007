import type { Accessor } from 'solid-js';
import { ApiError, api } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { UNTYPED_LIMIT } from '../../ui/untyped-limit.ts';
import type { Verdict } from '../approvals/decide.ts';
import { createDeciding } from '../approvals/deciding.ts';
import { type Operation, readOperationsAgain } from './queries.ts';

export type Decision = ReturnType<typeof createDecision>;

export type DecisionOptions = {
  operation: Accessor<Operation>;
  onDecided: (verdict: Verdict, operation: Operation) => void;
};

/** Refusals that this page has a sentence for; `decided` is told by the page itself, with who was first. */
const refusals = {
  device_operation_decided: 'decided',
  access_changed: 'access_changed',
  out_of_scope: 'out_of_scope',
  permission_denied: 'permission_denied',
  jobs_manage_required: 'jobs_manage_required',
  destination_gone: 'destination_gone',
  devices_gone: 'devices_gone',
} as const;
export type Refusal = (typeof refusals)[keyof typeof refusals];

/** The decision about devices that would be moved or deleted. */
export function createDecision({ operation, onDecided }: DecisionOptions) {
  const count = () => operation().device_count;
  const deciding = createDeciding({
    count,
    counted: () => operation().kind === 'delete' || count() > UNTYPED_LIMIT,
    ready: () => true,
    act: async (verdict, reason) => {
      const decided = operation();
      const params = { id: decided.id };
      const body = reason === '' ? {} : { reason };
      try {
        if (verdict === 'approve')
          await api('POST /api/device-operations/:id/approve', { params, body: { ...body, confirm_count: count() } });
        else await api('POST /api/device-operations/:id/reject', { params, body });
        onDecided(verdict, decided);
      } finally {
        readOperationsAgain();
      }
    },
  });
  const refusal = (): Refusal | undefined => {
    const found = deciding.error();
    return found instanceof ApiError ? Object.entries(refusals).find(([code]) => code === found.code)?.[1] : undefined;
  };
  return {
    ...deciding,
    refusal,
    /** The same in a sentence. */
    refused: (): string | undefined => {
      const found = refusal();
      return found === undefined || found === 'decided'
        ? undefined
        : `${t(`operations.refused.${found}`)} ${t('operations.stays')}`;
    },
    /** What failed in a way that has no sentence here. */
    error: () => (refusal() === undefined ? deciding.error() : undefined),
  };
}
