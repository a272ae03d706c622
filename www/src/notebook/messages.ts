// What the page in a cell and the kernel say to each other. The widget between them only passes it on, but for files.

/** A message with the bytes that belong to it. */
export interface Letter<Content> {
  readonly content: Content;
  readonly buffers: readonly Uint8Array<ArrayBuffer>[];
}

/** What the kernel asks of the page. */
export type FromKernel =
  /** Opens the data set in the first buffer and goes on with the run in the second, where there is one. */
  | {
      readonly type: "open";
      readonly name: string;
      readonly graph: number;
      readonly vertex: number | null;
    }
  /** Goes on training; with a configuration, starts a new run first. */
  | {
      readonly type: "train";
      readonly config: Readonly<Record<string, unknown>> | null;
    }
  | { readonly type: "pause" }
  | {
      readonly type: "show";
      readonly graph: number;
      readonly vertex: number | null;
    }
  /** Wants the tables, however large they are. */
  | { readonly type: "tell" }
  /** Has the tables with this id, and room for the next ones. */
  | { readonly type: "taken"; readonly id: number };

/** A file of the package, packed, in the buffer. It is for the widget, which asked for it. */
export interface FileLetter {
  readonly type: "file";
  readonly name: string;
}

/** What the page tells the kernel. */
export type FromPage =
  /** It is there, and knows of no data. */
  | { readonly type: "ready" }
  /** The graph of the data set that is in view, from 0, and its chosen vertex. */
  | { readonly type: "selected"; readonly graph: number; readonly vertex: number | null }
  /** What it was asked was refused. */
  | { readonly type: "refused"; readonly problem: string }
  /** A part of the tables: its bytes are the buffer. `about` comes with the last one. */
  | {
      readonly type: "tables";
      readonly id: number;
      readonly about: About | null;
    };

/** What the tables are about, and how their bytes are to be read: arrays one after the other, four bytes a number. */
export interface About {
  /** They are of the data that the kernel has sent. */
  readonly own: boolean;
  readonly classes: readonly string[];
  /** Data set, configuration and weights, as the files of the page name them. */
  readonly provenance: readonly (readonly [name: string, value: string])[];
  readonly arrays: readonly (readonly [name: string, kind: "u4" | "f4", length: number])[];
  /** How many bytes after the arrays are the weights. */
  readonly weights: number;
}

/** The parts of a split, by the number that stands for each in the tables. */
export const PARTS = ["train", "validation", "test"] as const;

/** What the widget gives to a page that it has made. */
export interface Start {
  readonly type: "sublevel:start";
  readonly theme: "light" | "dark";
}

/** What goes between page and widget and not on to the kernel. */
export type ToWidget =
  | { readonly type: "file"; readonly name: string }
  | { readonly type: "letter"; readonly letter: Letter<FromPage> };
export type FromWidget =
  | { readonly type: "file"; readonly name: string; readonly url: string; readonly bytes: number }
  | { readonly type: "theme"; readonly theme: "light" | "dark" }
  | { readonly type: "letter"; readonly letter: Letter<FromKernel> };
