import type { JSX } from "preact";
import { useAct, useOwnId, useShown, useSlice } from "../../ui/context";
import { withoutFilter } from "../../domain/settings/models";
import { BarcodeView } from "../../plots/barcode/BarcodeView";
import { BarOptions } from "../../plots/barcode/BarOptions";
import { BarTable } from "../../plots/shared/tables";
import { shownDirections, stageInView, walkDirection } from "../../store/selectors";
import { HOW_TO_READ } from "../../ui/howToRead";
import { Panel } from "../../ui/Panel";
import { domainOf, axisDomain } from "../../ui/domain";
import { DIRECTION_CHOICES } from "../../store/choices";
import { FitSwitch, Switch } from "../../ui/Switch";
import type { Highlight } from "../../domain/graph/graph";

/** The reason why a subject has no superlevel filtration, by stage. */
const GROWS = { discs: "the discs grow", edges: "f has values of edges" };

/** The barcodes of the filter in view. */
export function BarsPanel(): JSX.Element {
  const act = useAct();
  const asTable = useSlice(({ view }) => view.tables.includes("bars"));
  const stage = useSlice(stageInView);
  const { filtration } = useShown();
  return (
    <Panel
      title="Barcode"
      help={HOW_TO_READ.bars}
      table={{ shown: asTable, onShow: (shown) => act({ type: "table", table: "bars", shown }) }}
      picture="barcode"
      options={filtration && <Options />}
      aside={
        stage === "values" ? (
          <DirectionSwitch />
        ) : (
          <span class="field-label">sublevel only: {GROWS[stage]}</span>
        )
      }
    >
      <div class="plot">{!filtration ? <NoBars /> : asTable ? <Table /> : <Bars />}</div>
    </Panel>
  );
}

function Bars(): JSX.Element {
  const seen = useSeenBars();
  return (
    <BarcodeView
      id={useOwnId()}
      {...seen}
      sort={useSlice(({ view }) => view.sort)}
      zeroLength={useSlice(({ view }) => view.zeroLength)}
      colours={domainOf(useShown())}
    />
  );
}

/** The options of the picture. */
function Options(): JSX.Element {
  const act = useAct();
  const { bars, extended } = useShown();
  const stage = useSlice(stageInView);
  return (
    <>
      <BarOptions
        bars={bars}
        directions={useSlice(shownDirections)}
        extended={extended}
        sort={useSlice(({ view }) => view.sort)}
        zeroLength={useSlice(({ view }) => view.zeroLength)}
        onSort={(order) => act({ type: "view", change: { sort: order } })}
        onZeroLength={(on) => act({ type: "view", change: { zeroLength: on } })}
        {...(stage === "values"
          ? { onExtended: (on: boolean) => act({ type: "view", change: { extended: on } }) }
          : {})}
      />
      <FitSwitch />
    </>
  );
}

function Table(): JSX.Element {
  const shown = useShown();
  const directions = useSlice(shownDirections);
  const bars = shown.bars.filter(({ direction }) => directions.includes(direction));
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Bars">
      <BarTable graph={shown.graph} bars={bars} />
    </div>
  );
}

/** The text in place of bars or points. */
export function NoBars(): JSX.Element | null {
  const model = useSlice(({ run }) => run?.summary.config.model);
  return model ? <p class="view-empty">{withoutFilter(model)}</p> : null;
}

/** The filtration of the bars and the diagram. */
function DirectionSwitch(): JSX.Element {
  const act = useAct();
  return (
    <Switch
      legend="Filtration"
      choices={DIRECTION_CHOICES}
      chosen={useSlice(({ view }) => view.directions)}
      onChoose={(directions) => act({ type: "view", change: { directions } })}
    />
  );
}

/** The props of every plot of the bars. */
export function useSeenBars() {
  const act = useAct();
  const shown = useShown();
  return {
    graph: shown.graph,
    bars: shown.bars,
    extended: shown.extended,
    directions: useSlice(shownDirections),
    direction: useSlice(walkDirection),
    threshold: useSlice(({ view }) => view.threshold),
    highlight: useSlice(({ view }) => view.highlight),
    domain: axisDomain(
      shown,
      useSlice(({ view }) => view.fit),
    ),
    onHighlight: (highlight: Highlight) => act({ type: "view", change: { highlight } }),
  };
}
