import { createExportLink } from './create-link.ts';
import { downloadExport } from './download.ts';

export const exports = [createExportLink, downloadExport] as const;
