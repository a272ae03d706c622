import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useShown, useSlice } from "../../../../ui/context";
import { DiagramView } from "../../../../plots/diagram/DiagramView";
import { domainOf } from "../../../../ui/domain";
import { useSides } from "../../useSides";
import "./pictures.css";

/** The persistence diagram of the direction in view. */
export function Diagram(): JSX.Element {
  const act = useAct();
  const shown = useShown();
  const { rows, walk, threshold } = useSides().side;
  const highlight = useSlice(({ view }) => view.highlight);
  const projected = useSlice(({ view }) => view.present);
  const bars = useMemo(() => rows.map(({ bar }) => bar), [rows]);
  const { direction } = walk;
  return (
    <div class="lesson-picture tall">
      {shown.filtration && (
        <DiagramView
          graph={shown.graph}
          bars={bars}
          directions={[direction]}
          direction={direction}
          threshold={threshold}
          highlight={highlight}
          onHighlight={(next) => act({ type: "view", change: { highlight: next } })}
          extended={false}
          domain={domainOf(shown)}
          projected={projected}
          past={[]}
        />
      )}
    </div>
  );
}
