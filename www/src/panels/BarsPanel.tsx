import type { JSX } from "preact";
import { highlight, shown, shownDirections, store, threshold, walkDirection } from "../state/app";
import { withHighlight } from "../state/updates";
import { BarcodeView } from "../views/BarcodeView";
import { DirectionSwitch } from "./DirectionSwitch";
import { HOW_TO_READ } from "./howToRead";
import { Panel } from "./Panel";

/** The barcodes of the filter in view. */
export function BarsPanel(): JSX.Element {
  return (
    <Panel title="Barcode" reading={HOW_TO_READ.bars} aside={<DirectionSwitch />}>
      <div class="plot">
        <BarcodeView
          bars={shown.value.filtration.bars}
          directions={shownDirections.value}
          direction={walkDirection.value}
          threshold={threshold.value}
          highlight={highlight.value}
          onHighlight={(lit) => store.update(withHighlight(lit))}
        />
      </div>
    </Panel>
  );
}
