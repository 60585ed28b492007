import { createClient } from './create.ts';
import { listClients } from './list.ts';
import { renameClient } from './rename.ts';

export const clients = [listClients, createClient, renameClient] as const;
