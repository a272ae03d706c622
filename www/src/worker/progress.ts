// Progress while the engine arrives. Its size comes from the page's own list: `content-length` is the
// compressed size where the server compresses, and missing where it streams.

/** Fetches `url` and reports the share that has arrived, or null where `sizes.json` does not list it. */
export async function fetchWithProgress(
  url: string,
  pageUrl: string,
  report: (fraction: number | null) => void,
): Promise<Response> {
  const [response, total] = await Promise.all([fetch(url), sizeOf(url, pageUrl)]);
  if (!response.ok || !response.body) {
    throw new Error(
      `The engine could not be downloaded (status ${response.status}). Reload the page to try again.`,
    );
  }
  report(total === null ? null : 0);
  let arrived = 0;
  let reported = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      controller.enqueue(chunk);
      // One report per percent is enough for a bar.
      if (total !== null && arrived - reported >= total / 100) {
        reported = arrived;
        report(Math.min(1, arrived / total));
      }
    },
  });
  return new Response(response.body.pipeThrough(counter), {
    headers: { "content-type": "application/wasm" },
  });
}

async function sizeOf(url: string, pageUrl: string): Promise<number | null> {
  try {
    const response = await fetch(new URL("sizes.json", pageUrl));
    if (!response.ok) return null;
    const sizes: unknown = await response.json();
    const name = new URL(url, pageUrl).pathname.split("/").pop() ?? "";
    return sizeIn(sizes, name);
  } catch {
    return null;
  }
}

/** Looks a file up by its name in `{ "assets/name.wasm": 123, … }`. */
export function sizeIn(sizes: unknown, name: string): number | null {
  if (typeof sizes !== "object" || sizes === null) return null;
  for (const [path, size] of Object.entries(sizes)) {
    if (path.split("/").pop() === name && typeof size === "number" && size > 0) return size;
  }
  return null;
}
