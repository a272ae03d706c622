import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAct, useSlice } from "../../../ui/context";
import type { Direction } from "../../../domain/graph/graph";
import { MEASURES, wholeDistance } from "../../../domain/persistence/stability";
import type { MatchingLine, Measure } from "../../../domain/persistence/stability";
import { PointMark } from "../../../plots/diagram/Axes";
import { rangeOf } from "../../../plots/shared/colour";
import { domainOf } from "../../../ui/domain";
import { Switch } from "../../../ui/Switch";
import { boundOf, describeBound } from "./bound";
import { allLines, describeLine, describeMatching, describeTooMany, MEASURE_NAMES } from "./describeMatching";
import { FULL, HOLLOW, MatchingPlot } from "./MatchingPlot";
import { MatchingTable } from "./MatchingTable";
import { Meter, spanOf } from "./Meter";
import type { ReferredChange } from "./measured";
import { NoFiltration, ToolFrame } from "./ToolFrame";
import { useMatchings } from "./useMatchings";
import type { Matched } from "./useMatchings";

const CENTRE = { id: "", kind: "h0", x: 8, y: 8, bars: [], multiplicity: 1 } as const;

interface MatchingPanelProps {
  /** null: there is no filtration. */
  readonly change: ReferredChange | null;
  readonly direction: Direction;
}

const CHOICES = MEASURES.map((id) => ({ id, title: MEASURE_NAMES[id].replace(/^b/, "B") }));

/** The matching of the reference diagram with the current one. */
export function MatchingPanel({ change, direction }: MatchingPanelProps): JSX.Element {
  return (
    <ToolFrame title="Matching">
      {change ? <Matching change={change} direction={direction} /> : <NoFiltration />}
    </ToolFrame>
  );
}

function Matching({ change, direction }: { change: ReferredChange; direction: Direction }): JSX.Element {
  const [measure, setMeasure] = useState<Measure>("bottleneck");
  const matched = useMatchings(change, direction, measure);
  return (
    <>
      <Switch
        class="tool-switch matching-switch"
        legend="Distance"
        choices={CHOICES}
        chosen={measure}
        onChoose={setMeasure}
      />
      <p class="matching-legend">
        <Sample hollow direction={direction} /> reference
        <Sample hollow={false} direction={direction} /> current
        <button type="button" class="button" onClick={change.measureFromHere}>
          Measure from here
        </button>
      </p>
      <Found matched={matched} />
    </>
  );
}

const keyOf = ({ from, to }: MatchingLine): string => `${from?.id} ${to?.id}`;

function Found({ matched }: { matched: Matched }): JSX.Element {
  const { from, now, direction, measure, matchings } = matched;
  const act = useAct();
  const highlight = useSlice(({ view }) => view.highlight);
  /** The line under the pointer: a bar that no longer exists has no highlight. */
  const [pointed, setPointed] = useState<string | null>(null);
  const lines = useMemo(() => (matchings ? allLines(matchings) : []), [matchings]);
  if (!matchings) return <p class="tool-text">{describeTooMany(matched.bars)}</p>;
  const light = (line: MatchingLine | null): void => {
    const key = line && keyOf(line);
    if (key === pointed) return;
    setPointed(key);
    act({
      type: "view",
      change: { highlight: line?.to ? { type: "bar", id: line.to.id } : null },
    });
  };
  const own = lines.filter((line) => keyOf(line) === pointed);
  const shared = highlight?.type === "bar" ? highlight.id : null;
  const lit = own.length > 0 ? own : lines.filter(({ to }) => to !== null && to.id === shared);
  const distance = wholeDistance(measure, matchings);
  const bound = boundOf(matched, measure, direction);
  const [low, high] = domainOf(from);
  const [least, most] = now.growing ? domainOf(now) : rangeOf(now.filtration.filter);
  const span = now.growing ? high - low : spanOf(from.filtration.filter);
  const full = Math.max(span, measure === "bottleneck" ? 0 : (bound.value ?? distance));
  const meter = (name: string, symbol: string, value: number): JSX.Element => (
    <Meter name={name} symbol={symbol} value={value} full={full} />
  );
  return (
    <>
      <MatchingPlot
        lines={lines}
        lit={lit}
        direction={direction}
        domain={[Math.min(low, least), Math.max(high, most)]}
        epsilon={measure === "bottleneck" && distance < Infinity ? distance : null}
        label={`Two persistence diagrams, matched by ${lines.length} lines. Use the arrow keys to move between lines.`}
        onLight={light}
      />
      <p class="tool-text matching-sentence" aria-live="polite">
        {lit.length > 0 ? describeLine(lit[0]!, from.graph, now.graph) : describeMatching(measure, matchings)}
      </p>
      <section class="gauge matching-numbers" aria-label="Distances">
        {meter("H₀", "components", matchings.h0.distance)}
        {meter("H₁", "loops", matchings.h1.distance)}
        {meter("both", TOGETHER[measure], distance)}
        {bound.value !== null && meter("bound", bound.symbol, bound.value)}
      </section>
      <p class="tool-text matching-bound">{describeBound(matched, measure, distance, bound.value)}</p>
      <MatchingTable lines={lines} lit={lit} graphs={[from.graph, now.graph]} onLight={light} />
    </>
  );
}

/** The distance of both dimensions together. */
const TOGETHER: Readonly<Record<Measure, string>> = {
  bottleneck: "the larger",
  wasserstein1: "the sum",
  wasserstein2: "√ of squares",
};

function Sample({ hollow, direction }: { hollow: boolean; direction: Direction }): JSX.Element {
  const point = { ...CENTRE, direction, radius: hollow ? HOLLOW : FULL };
  return (
    <span class="view">
      <svg width={16} height={16} aria-hidden="true">
        <g class={hollow ? "matching-from" : "matching-to"}>
          <PointMark point={point} />
        </g>
      </svg>
    </span>
  );
}
