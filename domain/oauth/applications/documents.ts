/** `away`: no answer, or an error of the server, which may pass. `refused`: where nothing may go, or an answer that is no document. */
export class DocumentError extends Error {
  override name = 'DocumentError';
  readonly obstacle: 'away' | 'refused';

  constructor(message: string, obstacle: 'away' | 'refused', cause?: unknown) {
    super(message, { cause });
    this.obstacle = obstacle;
  }
}

/** A client's metadata document, not yet judged. */
export interface ClientDocument {
  /** JSON text of at most 64 KiB. */
  text: string;
  /** How long the answer may be kept, as its Cache-Control says; null where it says nothing. */
  maxAgeSec: number | null;
}

/** How metadata documents of applications come into the house. */
export interface ClientDocuments {
  /** One GET to a public address, without redirects, within five seconds. @throws DocumentError */
  fetch: (url: string) => Promise<ClientDocument>;
}
