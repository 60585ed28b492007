import { readAuditFacets } from './facets.ts';
import { listAudit } from './list.ts';

export const audit = [listAudit, readAuditFacets] as const;
