// Error messages for a crashed engine.

import { within } from "./module";

/** A GPU that was lost during use. */
export interface LostGpu {
  readonly message: string;
}

/** Time limit for one answer of a GPU, including shader compilation; an emulated GPU is slow. */
const SILENCE_MS = 120_000;

/** A GPU that accepted a request and never answered; no other error reports this. */
export class SilentGpu extends Error {
  override name = "SilentGpu";
}

/** The answer of a GPU within the time limit. @throws {SilentGpu} */
export async function answered<T>(asked: Promise<T>): Promise<T> {
  const answer = await within(SILENCE_MS, asked);
  if (answer) return answer.value;
  throw new SilentGpu(
    `The GPU has not responded for ${SILENCE_MS / 1000} seconds. Restart the engine, or continue on the CPU.`,
  );
}

/** The error message for a crash with `error`, and for a lost GPU, if any. */
export function crashMessage(error: unknown, lost: LostGpu | null): string {
  if (lost) {
    const reason = lost.message.trim();
    return `The GPU was lost${reason === "" ? "" : ` (${reason.replace(/\.$/, "")})`}: its driver was reset, the computer slept, or its memory ran out. Restart, or continue on the CPU.`;
  }
  const message = error instanceof Error ? error.message : String(error);
  // The error of WebAssembly after a panic of the engine, which has no readable message.
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

/** Reports every lost GPU device of this worker; `destroyed`: code in this worker destroyed it. */
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
