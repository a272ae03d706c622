// Progress of the engine download. Its size is known in advance: `content-length` is the compressed size if the server
// compresses, and missing if it streams.

/** Fetches a file of `size` bytes and reports the downloaded share. */
export async function fetchWithProgress(
  url: URL,
  size: number,
  report: (fraction: number) => void,
): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok || !response.body) {
    throw new Error(
      `The engine could not be downloaded (status ${response.status}). Reload the page to try again.`,
    );
  }
  return new Response(response.body.pipeThrough(progressOf(size, report)), {
    headers: { "content-type": "application/wasm" },
  });
}

/** Passes bytes on and reports their share of `size`, about once per percent: enough for a progress bar. */
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
