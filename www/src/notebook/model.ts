// The model of the widget, as anywidget passes it.

import type { FileLetter, FromKernel } from "./messages";

/** What a widget has of its kernel, as anywidget gives it. */
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
