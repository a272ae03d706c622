import type { JSX } from "preact";
import { lazily } from "../../ui/lazily";
import { Popover } from "../../ui/Popover";

// Fetched when it is first opened.
const SixBarcodes = lazily(() => import("./SixBarcodes").then((module) => module.SixBarcodes));

/** Opens the table of the six barcodes of both directions and the three that a model reads. */
export function SixToThree(): JSX.Element {
  return (
    <Popover button="Six barcodes → three" buttonClass="six-three-button" onDemand>
      <SixBarcodes />
    </Popover>
  );
}
