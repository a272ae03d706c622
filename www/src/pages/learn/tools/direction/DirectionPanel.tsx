import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { heightFilter } from "../../../../domain/filters";
import { MAX_EDITABLE } from "../../../../domain/graph/edit";
import { settledPlaces } from "../../../../layout/settled";
import { useAct, useApp, useShown } from "../../../../ui/context";
import { newGesture } from "../../editor/gestures";
import { domainOf } from "../../../../ui/domain";
import { useSides } from "../../useSides";
import { NoFiltration, ToolFrame } from "../ToolFrame";
import { piecesOf } from "./curve";
import { describeChi, describeHeight } from "./describeDirection";
import { Dial } from "./Dial";
import { EulerCurve } from "./EulerCurve";
import { ChiLegend, HeatMap } from "./HeatMap";
import { LetterGame } from "./LetterGame";
import { SHAPES } from "./shapes";
import { transformOf } from "./transform";
import { useTurn } from "./useTurn";

/** f as the height in a direction, its Euler characteristic curve, and the curves of all directions. */
export function DirectionPanel(): JSX.Element {
  const [asking, setAsking] = useState(false);
  const { graph, filtration, positions } = useShown();
  const body =
    !filtration || graph.vertices === 0 ? (
      <NoFiltration />
    ) : !positions && graph.vertices > MAX_EDITABLE ? (
      <p class="tool-text">
        This graph has {graph.vertices} vertices without positions. The tool needs at most {MAX_EDITABLE}.
      </p>
    ) : (
      <Directed />
    );
  return (
    <ToolFrame title="Direction">
      {asking ? (
        <LetterGame onEnd={() => setAsking(false)}>{body}</LetterGame>
      ) : (
        <>
          <div class="tool-row">
            <ShapeChoice />
            <button type="button" class="button" onClick={() => setAsking(true)}>
              Which letter is it?
            </button>
          </div>
          {body}
        </>
      )}
    </ToolFrame>
  );
}

function ShapeChoice(): JSX.Element {
  const act = useAct();
  const angle = useShown().angle ?? 0;
  const options = (of: "letter" | "outline"): JSX.Element[] =>
    SHAPES.flatMap(({ kind, name }, i) =>
      kind === of
        ? [
            <option key={name} value={i}>
              {name}
            </option>,
          ]
        : [],
    );
  return (
    <select
      aria-label="Shape"
      value=""
      onChange={({ currentTarget }) => {
        const shape = SHAPES[Number(currentTarget.value)];
        currentTarget.value = "";
        if (shape) act({ type: "own-graph", graph: shape.graph, filter: heightFilter(angle) });
      }}
    >
      <option value="">Open a shape</option>
      <optgroup label="Letters">{options("letter")}</optgroup>
      <optgroup label="Outlines">{options("outline")}</optgroup>
    </select>
  );
}

function Directed(): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const turn = useTurn();
  const shown = useShown();
  const { graph, angle, unedited } = shown;
  const { filter } = shown.filtration!;
  const { walk, position, threshold } = useSides().side;
  const { direction } = walk;
  const positions = useMemo(
    () => shown.positions ?? Float32Array.from(settledPlaces(graph)),
    [graph, shown.positions],
  );
  const points = useMemo(
    () => [topology.heights(positions, 0), topology.heights(positions, 90)] as const,
    [topology, positions],
  );
  const transform = useMemo(
    () => transformOf(topology, graph, positions, direction),
    [topology, graph, positions, direction],
  );
  const edited = filter.some((value, v) => value !== unedited![v]);
  const isHeight = angle !== null && !edited;
  const degrees = angle ?? 0;
  const domain = domainOf(shown);
  const pieces = useMemo(() => piecesOf(walk, domain), [walk, domain]);
  const chi = position < 0 ? 0 : walk.vertices[position]! - walk.edges[position]!;
  const sentence = describeChi(walk, position, threshold);
  const onThreshold = (t: number): void => act({ type: "view", change: { threshold: t } });
  return (
    <>
      <div class="direction-top">
        <Dial
          graph={graph}
          points={points}
          filter={filter}
          domain={domain}
          direction={direction}
          threshold={threshold}
          degrees={degrees}
          isHeight={isHeight}
          onTurn={turn}
        />
        <label class="direction-degrees">
          Direction{" "}
          <input
            type="number"
            min={0}
            max={359}
            value={degrees}
            onChange={({ currentTarget: { valueAsNumber } }) => {
              if (Number.isFinite(valueAsNumber)) turn(valueAsNumber, newGesture("direction"));
            }}
          />{" "}
          degrees
        </label>
      </div>
      <p class="tool-text tool-sentence">{describeHeight(angle, filter, edited)}</p>
      <h3 class="tool-heading">Euler characteristic curve</h3>
      <EulerCurve
        pieces={pieces}
        domain={domain}
        threshold={threshold ?? domain[direction === "sub" ? 1 : 0]}
        chi={chi}
        onThreshold={onThreshold}
      />
      <p class="tool-text tool-sentence" aria-live="polite">
        {sentence}
      </p>
      <h3 class="tool-heading">Euler characteristic transform</h3>
      <HeatMap
        transform={transform}
        degrees={isHeight ? degrees : null}
        height={threshold ?? (direction === "sub" ? 1 : -1)}
        description={`${degrees}°. ${sentence}`}
        onPick={(to, t, gesture) => {
          if (to !== angle || edited) turn(to, gesture);
          onThreshold(t);
        }}
      />
      <ChiLegend transform={transform} />
    </>
  );
}
