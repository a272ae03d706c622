import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { indexIn } from "../../../domain/graph/subject";
import { useAct, useApp, useShown, useSlice } from "../../context";
import { barsFromRows } from "../../../domain/persistence/bars";
import { extendedBars } from "../../../domain/persistence/extended";
import { FIT } from "../../../domain/view";
import type { Explained } from "../../../engine/calls";
import { GraphView } from "../../../plots/graph/GraphView";
import { UNIT } from "../../../plots/shared/colour";
import { ColourChoice, useColouring } from "../../inspect/ColourChoice";
import { litBy } from "../../inspect/lit";

interface WhyGraphProps {
  readonly index: number;
  readonly explained: Explained;
}

/**
 * The graph in the colours of its filter, with the bars of a row highlighted; before the graph arrives, an empty box of the
 * same size.
 */
export function WhyGraph({ index, explained }: WhyGraphProps): JSX.Element {
  const { subject, graph } = useShown();
  const there = indexIn(subject) === index && graph.vertices === explained.vertices;
  return (
    // The wheel scrolls the page over so small a picture; with Ctrl it zooms.
    <div class="why-graph" onWheelCapture={(event) => !event.ctrlKey && event.stopPropagation()}>
      {there && <Drawing explained={explained} />}
    </div>
  );
}

function Drawing({ explained }: Pick<WhyGraphProps, "explained">): JSX.Element {
  const { topology, frames } = useApp();
  const act = useAct();
  const { graph } = useShown();
  const highlight = useSlice(({ view }) => view.highlight);
  const selection = useSlice(({ view }) => view.selection);
  const [zoom, setZoom] = useState(FIT);
  const { filter } = explained;
  const bars = useMemo(() => barsOf(explained), [explained]);
  const lit = useMemo(
    () => litBy(topology, graph, bars, filter, highlight, null, selection),
    [topology, graph, bars, filter, highlight, selection],
  );
  const colouring = useColouring(graph, filter.length > 0 ? filter : null, UNIT);
  return (
    <GraphView
      graph={graph}
      filter={filter}
      direction="sub"
      threshold={null}
      lit={lit}
      zoom={zoom}
      colouring={colouring}
      choice={<ColourChoice graph={graph} filter={filter.length > 0 ? filter : null} />}
      positions={undefined}
      onHighlight={(vertex) =>
        act({ type: "view", change: { highlight: vertex === null ? null : { type: "vertex", vertex } } })
      }
      onSelect={(vertex) => act({ type: "view", change: { selection: vertex } })}
      onZoom={setZoom}
      onFrame={frames.record}
    />
  );
}

/** All bars that rows can refer to, with the weights of the request. */
function barsOf({ bars, filter, extendedComponents, extendedLoops }: Explained) {
  const ordinary = barsFromRows(bars, filter);
  if (!extendedComponents || !extendedLoops) return ordinary;
  return [...ordinary, ...extendedBars({ components: extendedComponents, loops: extendedLoops }, filter)];
}
