/// <reference lib="webworker" />
import { relax } from "./layout";

/** A graph to lay out; a new one cancels the current one. `null` only cancels. */
export interface LayoutRequest {
  readonly id: number;
  readonly graph: { readonly vertices: number; readonly edges: Uint32Array } | null;
}

/** Positions so far; `done` marks the last ones. */
export interface LayoutReply {
  readonly id: number;
  readonly positions: Float32Array;
  readonly done: boolean;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
let current = -1;

scope.onmessage = async ({ data }: MessageEvent<LayoutRequest>) => {
  current = data.id;
  if (!data.graph) return;
  const reply = (positions: Float32Array, done: boolean): void => {
    const message: LayoutReply = { id: data.id, positions, done };
    scope.postMessage(message, [positions.buffer]);
  };
  let last: Float32Array | null = null;
  for (const positions of relax(data.graph)) {
    if (last) reply(last, false);
    last = positions;
    // Allows a newer request to start.
    await new Promise((resolve) => setTimeout(resolve));
    if (current !== data.id) return;
  }
  if (last) reply(last, true);
};
