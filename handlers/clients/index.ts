import { createClient } from './create.ts';
import { deleteClient } from './delete.ts';
import { listClients } from './list.ts';
import { renameClient } from './rename.ts';

export const clients = [listClients, createClient, renameClient, deleteClient] as const;
