import type { Ctx } from '../../context.ts';
import { isDocumentUrl } from './allowed.ts';
import { fromMetadataDocument } from './metadata-document.ts';
import { type Application, readApplication } from './record.ts';

export type { Application } from './record.ts';

/**
 * The application behind a client_id; undefined for an unknown one. A client_id that is an https URL names a metadata document,
 * which is fetched unless a fresh copy is kept: call it outside a transaction.
 * Its first sight is audited oauth.app.register, and oauth.app.prune when others have to go.
 * @throws Problem invalid_client_metadata, invalid_redirect_uri: a document that does not fit, cannot be had, or may not register
 */
export async function findApplication(ctx: Ctx, clientId: string): Promise<Application | undefined> {
  if (isDocumentUrl(clientId)) return fromMetadataDocument(ctx, clientId);
  return readApplication(ctx, clientId);
}
