import type { JSX } from "preact";
import { EXAMPLES } from "../examples/examples";
import { data, highlight, shown, store, threshold, walkDirection } from "../state/app";
import { softmax } from "../state/graphs";
import { withHighlight, withThreshold } from "../state/updates";
import { GraphView } from "../views/GraphView";
import { Scrubber } from "../views/Scrubber";
import { recordFrame } from "./frames";
import { nameOfClass, plural } from "./format";
import { HOW_TO_READ } from "./howToRead";
import { Panel } from "./Panel";

/** The graph in its filter's colours, and the walk through its filtration. */
export function GraphPanel(): JSX.Element {
  return (
    <Panel title="Graph" reading={HOW_TO_READ.graph} aside={<Caption />}>
      <div class="plot">
        <Drawing />
      </div>
      <Walk />
    </Panel>
  );
}

function Drawing(): JSX.Element {
  const { subject, graph, filtration } = shown.value;
  return (
    <GraphView
      graph={graph}
      filter={filtration.filter}
      direction={walkDirection.value}
      threshold={threshold.value}
      highlight={highlight.value}
      onHighlight={(lit) => store.update(withHighlight(lit))}
      positions={subject.type === "example" ? subject.example.positions : undefined}
      onFrame={recordFrame}
    />
  );
}

function Walk(): JSX.Element {
  const { subject, graph, filtration } = shown.value;
  return (
    <Scrubber
      graph={graph}
      filtration={filtration}
      direction={walkDirection.value}
      threshold={threshold.value}
      onThreshold={(value) => store.update(withThreshold(value))}
      autoPlay={subject.type === "example" && subject.example === EXAMPLES[0]}
    />
  );
}

/** Which graph this is, and what the model says of it. */
function Caption(): JSX.Element {
  const { subject, graph, logits } = shown.value;
  const size = `${plural(graph.vertices, "vertex", "vertices")}, ${plural(graph.edges.length / 2, "edge", "edges")}`;
  if (subject.type === "example") {
    const { title, caption } = subject.example;
    return (
      <p class="caption">
        <b>{title}</b>
        <span>{caption}</span>
      </p>
    );
  }
  const row = data.value?.rows[subject.index];
  const classes = data.value?.summary.classes ?? [];
  const name = (index: number): string => nameOfClass(classes, index);
  const shares = logits ? softmax(logits) : [];
  const guess = shares.indexOf(Math.max(...shares));
  return (
    <p class="caption">
      <span class={`swatch class-${(row?.class ?? 0) % 8}`} />
      <b>{name(row?.class ?? 0)}</b>
      <span>{size}</span>
      {guess >= 0 && (
        <span class={guess === row?.class ? "verdict" : "verdict wrong"}>
          {guess === row?.class ? "✓" : "✗"} model says {name(guess)},{" "}
          <span class="number">{(100 * (shares[guess] ?? 0)).toFixed(0)} %</span>
        </span>
      )}
    </p>
  );
}
