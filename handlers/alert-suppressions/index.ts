import { createAlertSuppression } from './create.ts';
import { listAlertSuppressions } from './list.ts';
import { removeAlertSuppression } from './remove.ts';

export const alertSuppressions = [listAlertSuppressions, createAlertSuppression, removeAlertSuppression] as const;
