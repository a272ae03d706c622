import type { JSX } from "preact";
import type { BarcodeKind } from "../../domain/graph";

/** B₀, B₀^∞ or B₁^∞, as the paper writes them. */
export function BarcodeName({ kind }: { kind: BarcodeKind }): JSX.Element {
  const essential = kind !== "h0";
  return (
    <span class="barcode-name">
      <i>B</i>
      <span class="scripts">
        <sup>{essential ? "∞" : "\u00a0"}</sup>
        <sub>{kind === "h1Essential" ? 1 : 0}</sub>
      </span>
    </span>
  );
}

export const BARCODE_TITLES: Record<BarcodeKind, string> = {
  h0: "Components that end",
  h0Essential: "Components that never end",
  h1Essential: "Loops (they never end)",
};
