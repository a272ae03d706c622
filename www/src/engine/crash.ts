// What a dead engine says, in words that help.

import { within } from "./within";

/** A GPU that went away while it was used. */
export interface LostGpu {
  readonly message: string;
}

/** What one answer of a GPU may take, shaders compiled included; an emulated one is slow. */
const SILENCE_MS = 120_000;

/** A GPU that took what it was asked for and never came back; nothing else says so. */
export class SilentGpu extends Error {
  override name = "SilentGpu";
}

/** What a GPU was asked for. @throws {SilentGpu} */
export async function answered<T>(asked: Promise<T>): Promise<T> {
  const answer = await within(SILENCE_MS, asked);
  if (answer) return answer.value;
  throw new SilentGpu(
    `The GPU has not responded for ${SILENCE_MS / 1000} seconds. Restart the engine, or continue on the CPU.`,
  );
}

/** The sentence for an engine that died of `error`, and of a lost GPU where one was lost. */
export function crashMessage(error: unknown, lost: LostGpu | null): string {
  if (lost) {
    const said = lost.message.trim();
    return `The GPU was lost${said === "" ? "" : ` (${said.replace(/\.$/, "")})`}: its driver was reset, the computer slept, or its memory ran out. Restart, or continue on the CPU.`;
  }
  const message = error instanceof Error ? error.message : String(error);
  // What WebAssembly says when it meets a mistake of the engine, which has no words of its own.
  if (/unreachable|RuntimeError/i.test(message)) {
    return "The engine had an internal error. Restart it; the browser console has the details.";
  }
  if (/memory access out of bounds|out of memory|allocation failed/i.test(message)) {
    return "The engine ran out of memory. Restart it, and try a smaller data set or a smaller batch.";
  }
  return message;
}

interface Adapter {
  requestDevice(...args: unknown[]): Promise<{ readonly lost: Promise<{ reason: string; message: string }> }>;
}

/** Tells of every GPU device of this worker that is lost; `destroyed`: somebody in this worker has ended it. */
export function watchGpu(
  adapter: { readonly prototype: Adapter } | undefined,
  tell: (lost: LostGpu, destroyed: boolean) => void,
): void {
  if (!adapter) return;
  const { prototype } = adapter;
  const { requestDevice } = prototype;
  prototype.requestDevice = async function (this: Adapter, ...args) {
    const device = await requestDevice.apply(this, args);
    void device.lost.then(({ reason, message }) => {
      tell({ message }, reason === "destroyed");
    });
    return device;
  };
}
