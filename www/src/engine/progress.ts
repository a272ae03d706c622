// Progress while the engine arrives. Its size is in the page's own list: `content-length` is the compressed size
// where the server compresses, and missing where it streams.

/** Fetches `url` and reports the share that has arrived; `size` says how many bytes there are, or null. */
export async function fetchWithProgress(
  url: string | URL,
  size: Promise<number | null> | number,
  report: (fraction: number) => void,
): Promise<Response> {
  const [response, bytes] = await Promise.all([fetch(url), size]);
  if (!response.ok || !response.body) {
    throw new Error(
      `The engine could not be downloaded (status ${response.status}). Reload the page to try again.`,
    );
  }
  const body = bytes === null ? response.body : response.body.pipeThrough(progressOf(bytes, report));
  return new Response(body, { headers: { "content-type": "application/wasm" } });
}

/** The size of a file by the page's list. */
export async function sizeOf(url: string, pageUrl: string): Promise<number | null> {
  try {
    const response = await fetch(new URL("sizes.json", pageUrl));
    const sizes: unknown = await response.json();
    return sizeIn(sizes, new URL(url, pageUrl).pathname);
  } catch {
    // Without the list the engine arrives all the same.
    return null;
  }
}

/** The size of the file at `pathname` in a list `{ "assets/name.wasm": 123, … }` of paths below the page. */
export function sizeIn(sizes: unknown, pathname: string): number | null {
  for (const [path, size] of Object.entries(sizes ?? {})) {
    if (pathname.endsWith(`/${path}`) && typeof size === "number" && size > 0) return size;
  }
  return null;
}

/** Lets bytes through and reports the share of `size`, about once a percent: enough for a bar. */
export function progressOf(
  size: number,
  report: (fraction: number) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let arrived = 0;
  let reported = 0;
  return new TransformStream({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      controller.enqueue(chunk);
      if (arrived - reported < size / 100 && arrived < size) return;
      reported = arrived;
      report(Math.min(1, arrived / size));
    },
  });
}
