// Files of the server.

/** Maximum file size in bytes: the engine has 4 GB for the file, its contents and the model. */
export const MAX_FILE_BYTES = 2 ** 29;

async function answered(url: URL, signal: AbortSignal | null): Promise<Response> {
  const response = await fetch(url, { signal });
  if (!response.ok) {
    throw new Error(`The server answered ${response.status}. Try again, or open the file from your disk.`);
  }
  return response;
}

/** A small file of the server. */
export async function fetched(url: URL, signal: AbortSignal | null = null): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await answered(url, signal)).arrayBuffer());
}

/** A file of the server; reports the share that has arrived. */
export async function download(
  url: URL,
  size: number,
  report: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = await answered(url, signal);
  if (!body) return new Uint8Array();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let arrived = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    arrived += value.byteLength;
    report(Math.min(1, arrived / Math.max(1, size)));
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
