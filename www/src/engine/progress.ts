// Progress while the engine arrives. Its size is known beforehand: `content-length` is the compressed size where the
// server compresses, and missing where it streams.

/** Fetches a file of `size` bytes and reports the share that has arrived. */
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
