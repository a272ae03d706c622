// The widget model of anywidget.

import type { FileLetter, FromKernel } from "./messages";

/** The kernel interface of a widget in anywidget. */
export interface Model {
  get(name: "height"): number;
  on(
    event: "msg:custom",
    listener: (content: FromKernel | FileLetter, buffers: readonly DataView<ArrayBuffer>[]) => void,
  ): void;
  on(event: "change:height", listener: () => void): void;
  off(event: string, listener: unknown): void;
  send(content: unknown, callbacks?: unknown, buffers?: readonly ArrayBuffer[]): void;
}
