import type { JSX } from "preact";
import { isLoop } from "../../domain/graph/graph";
import type { BarcodeKind } from "../../domain/graph/graph";

/** The superscript. */
export const SUPERSCRIPTS: Readonly<Record<BarcodeKind, string>> = {
  h0: "\u00a0",
  h0Essential: "∞",
  h1Essential: "∞",
  h0Extended: "ext",
  h1Extended: "ext",
};

/** B₀, B₀^∞ or B₁^∞, in the notation of the paper, and the same for extended persistence. */
export function BarcodeName({ kind }: { kind: BarcodeKind }): JSX.Element {
  return (
    <span class="barcode-name">
      <i>B</i>
      <span class="scripts">
        <sup>{SUPERSCRIPTS[kind]}</sup>
        <sub>{isLoop(kind) ? 1 : 0}</sub>
      </span>
    </span>
  );
}

export const BARCODE_TITLES: Record<BarcodeKind, string> = {
  h0: "Finite bars of components",
  h0Essential: "Essential components (never end)",
  h1Essential: "Essential loops (never end)",
  h0Extended: "Components, up to their last vertex",
  h1Extended: "Loops, up to their end on the way back",
};
