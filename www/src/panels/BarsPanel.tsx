import type { JSX } from "preact";
import { DirectionSwitch } from "./GraphPanel";
import { HOW_TO_READ } from "./howToRead";
import { Panel } from "./Panel";

export function BarsPanel(): JSX.Element {
  return (
    <Panel title="Barcode" reading={HOW_TO_READ.bars} aside={<DirectionSwitch />}>
      <div class="plot-slot" />
    </Panel>
  );
}
