// The messages between the page in a cell and the kernel. The widget between them only forwards them, except files.

/** A message with its bytes. */
export interface Letter<Content> {
  readonly content: Content;
  readonly buffers: readonly Uint8Array<ArrayBuffer>[];
}

/** Requests of the kernel to the page. */
export type FromKernel =
  /**
   * Opens the data set in the first buffer and continues the run in the second, if there is one. For a run log, the buffers are its
   * header, its graphs, lines of its index, and their arrays.
   */
  | {
      readonly type: "open";
      readonly name: string;
      readonly isLog: boolean;
      readonly graph: number;
      readonly vertex: number | null;
    }
  /** Another message opens the run log after its first epoch. */
  | { readonly type: "empty-log" }
  /** Appends epochs to the run log: lines of its index, and their arrays. */
  | { readonly type: "epochs" }
  /** Continues training; with a configuration, starts a new run first. */
  | {
      readonly type: "train";
      /** Number of this request, counted from 1. */
      readonly request: number;
      readonly config: Readonly<Record<string, unknown>> | null;
    }
  | { readonly type: "pause" }
  | {
      readonly type: "show";
      readonly graph: number;
      readonly vertex: number | null;
    }
  /** Requests the tables, independent of their size. */
  | { readonly type: "tell" }
  /** Confirms the tables with this id: the page can send the next ones. */
  | { readonly type: "taken"; readonly id: number };

/** A compressed file of the package, in the buffer. It is for the widget, which requested it. */
export interface FileLetter {
  readonly type: "file";
  readonly name: string;
}

/** Messages of the page to the kernel. */
export type FromPage =
  /** The page is ready, without data. */
  | { readonly type: "ready" }
  /** The graph of the data set in view, from 0, and its selected vertex. */
  | { readonly type: "selected"; readonly graph: number; readonly vertex: number | null }
  /** A request was rejected. */
  | { readonly type: "refused"; readonly problem: string }
  /** A part of the tables: its bytes are the buffer. `about` comes with the last part. */
  | {
      readonly type: "tables";
      readonly id: number;
      readonly about: TablesHeader | null;
    };

/** Description of the tables and their binary format: arrays one after the other, of NumPy's types. */
export interface TablesHeader {
  /** Whether they are about the data from the kernel. */
  readonly own: boolean;
  readonly classes: readonly string[];
  /** Data set, configuration and weights, with the names of the page's files. */
  readonly provenance: readonly (readonly [name: string, value: string])[];
  readonly arrays: readonly (readonly [name: string, kind: "u4" | "f4" | "f8", length: number])[];
  /** The latest request to train that the tables follow; 0: none. */
  readonly request: number;
  /** Number of bytes of the weights after the arrays. */
  readonly weights: number;
}

/** The parts of a split by their number in the tables. */
export const PARTS = ["train", "validation", "test"] as const;

/** Start parameters from the widget to its page. */
export interface Start {
  readonly type: "sublevel:start";
  readonly theme: "light" | "dark";
}

/** Messages between page and widget that are not forwarded to the kernel. */
export type ToWidget =
  | { readonly type: "file"; readonly name: string }
  | { readonly type: "letter"; readonly letter: Letter<FromPage> };
export type FromWidget =
  | { readonly type: "file"; readonly name: string; readonly url: string; readonly bytes: number }
  | { readonly type: "theme"; readonly theme: "light" | "dark" }
  | { readonly type: "letter"; readonly letter: Letter<FromKernel> };

// The widget model of anywidget.

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
