import { api } from '../../api.ts';
import { errorOf, networkError } from '../../api-error.ts';
import { token } from '../../token.ts';

type Request = NonNullable<Parameters<typeof api<'POST /api/exports/csv'>>[1]>['body'];

/** What browsers with a file system give (Chromium; not Firefox, not Safari): a file to write into as the bytes come. */
type Picker = (options: {
  suggestedName: string;
}) => Promise<{ createWritable: () => Promise<WritableStream<Uint8Array>> }>;
const isPicker = (value: unknown): value is Picker => typeof value === 'function';

/**
 * Saves an export as a file. The link alone opens nothing: its bearer goes along, so it is fetched here and not navigated to.
 * Where the browser can write files the rows go to disk as they come; elsewhere it keeps them until the last one.
 * @returns false when the reader chose no file. @throws ApiError
 */
export async function saveExport(request: Request): Promise<boolean> {
  const name = `muster-${request.kind}-${new Date().toISOString().slice(0, 10)}.csv`;
  const file = await chooseFile(name);
  if (file === 'none') return false;
  const { url } = await api('POST /api/exports/csv', { body: request });
  const { pathname, search } = new URL(url);
  const answer = await fetch(pathname + search, {
    headers: { authorization: `Bearer ${token() ?? ''}` },
    cache: 'no-store',
  }).catch((cause) => {
    throw networkError(cause);
  });
  if (!answer.ok || answer.body === null) throw await errorOf(answer);
  try {
    if (file) await answer.body.pipeTo(await file.createWritable());
    else keep(name, await answer.blob());
  } catch (cause) {
    throw networkError(cause); // broken off: half a file is none
  }
  return true;
}

/** Asked first, while the click still counts for the browser. @returns undefined where there is nothing to ask */
async function chooseFile(suggestedName: string) {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker');
  if (!isPicker(picker)) return undefined;
  try {
    return await picker.call(window, { suggestedName });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'none';
    throw error;
  }
}

function keep(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
