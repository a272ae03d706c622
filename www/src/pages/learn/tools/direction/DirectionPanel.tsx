import type { JSX } from "preact";
import { useMemo, useState, useRef } from "preact/hooks";
import { heightFilter } from "../../../../domain/filters";
import { MAX_EDITABLE } from "../../../../domain/graph/edit";
import { settledPlaces } from "../../../../layout/settled";
import { useAct, useApp, useShown } from "../../../../ui/context";
import { newGesture } from "../../editor/useEdit";
import { domainOf } from "../../../../ui/domain";
import { useSides } from "../../useSides";
import { NoFiltration, ToolFrame } from "../ToolFrame";
import { piecesOf } from "./curve";
import { describeChi, describeHeight } from "./describeDirection";
import { EulerCurve } from "./EulerCurve";
import { ChiLegend, HeatMap } from "./HeatMap";
import { LetterGame, useTurn } from "./LetterGame";
import { SHAPES, transformOf } from "./transform";
import { hasArrived } from "../../../../domain/persistence/filtration";
import type { Direction, Graph } from "../../../../domain/graph/graph";
import { PALETTE, stepOf } from "../../../../plots/shared/colour";
import type { Domain } from "../../../../plots/shared/colour";

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

interface DialProps {
  readonly graph: Graph;
  /** x and y of each vertex within the circle of radius 1; y points up. */
  readonly points: readonly [Float32Array, Float32Array];
  readonly filter: Float32Array;
  readonly domain: Domain;
  readonly direction: Direction;
  readonly threshold: number | null;
  /** The direction in degrees. */
  readonly degrees: number;
  /** Whether f is the height in this direction. */
  readonly isHeight: boolean;
  readonly onTurn: (degrees: number, gesture: string) => void;
}

const SIZE = 208;
const CENTRE = SIZE / 2;
/** The radius of the circle around the graph, and of the dial. */
const DISC = 78;
const RING = 90;
/** The step of an arrow key, without and with Shift. */
const STEPS = [1, 15] as const;

const TURNS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

/** The graph in the plane, with the level line at t, inside a dial for the direction. */
function Dial(props: DialProps): JSX.Element {
  const { graph, points, filter, direction, threshold, degrees, isHeight, onTurn } = props;
  const box = useRef<HTMLDivElement>(null);
  const gesture = useRef("");
  const x = (v: number): number => CENTRE + DISC * points[0][v]!;
  const y = (v: number): number => CENTRE - DISC * points[1][v]!;
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), -Math.sin((degrees * Math.PI) / 180)];
  const isIn = Array.from(filter, (value) => hasArrived(value, threshold, direction));
  const turn = (event: JSX.TargetedPointerEvent<HTMLDivElement>): void => {
    if (event.type === "pointerdown") {
      event.currentTarget.setPointerCapture(event.pointerId);
      gesture.current ||= newGesture("direction");
    }
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, top } = box.current!.getBoundingClientRect();
    const [right, down] = [event.clientX - left - CENTRE, event.clientY - top - CENTRE];
    // At the centre, there is no direction.
    if (Math.hypot(right, down) < 8) return;
    onTurn((Math.atan2(-down, right) * 180) / Math.PI, gesture.current);
  };
  const end = (): void => void (gesture.current = "");
  const keys = (event: KeyboardEvent): void => {
    const sign = TURNS[event.key];
    if (!sign) return;
    event.preventDefault();
    gesture.current ||= newGesture("direction");
    onTurn(degrees + sign * STEPS[event.shiftKey ? 1 : 0], gesture.current);
  };
  const edges = Array.from({ length: graph.edges.length / 2 }, (_, e) => {
    const [a, b] = [graph.edges[2 * e]!, graph.edges[2 * e + 1]!];
    return (
      <line
        key={e}
        class={isIn[a] && isIn[b] ? "direction-edge in" : "direction-edge"}
        x1={x(a)}
        y1={y(a)}
        x2={x(b)}
        y2={y(b)}
      />
    );
  });
  const radius = Math.max(2, Math.min(4, 32 / Math.sqrt(graph.vertices)));
  return (
    <div
      class="direction-dial"
      ref={box}
      style={{ width: SIZE, height: SIZE }}
      onPointerDown={turn}
      onPointerMove={turn}
      onPointerUp={end}
    >
      <svg width={SIZE} height={SIZE} aria-hidden="true">
        <circle class="direction-ring" cx={CENTRE} cy={CENTRE} r={RING} />
        {[0, 90, 180, 270].map((angle) => (
          <line
            key={angle}
            class="direction-tick"
            x1={CENTRE + RING - 4}
            x2={CENTRE + RING + 4}
            y1={CENTRE}
            y2={CENTRE}
            transform={`rotate(${angle} ${CENTRE} ${CENTRE})`}
          />
        ))}
        {isHeight && <Level threshold={threshold} direction={direction} dx={dx} dy={dy} />}
        {edges}
        {isIn.map((arrived, v) => (
          <circle
            key={v}
            class="direction-vertex"
            cx={x(v)}
            cy={y(v)}
            r={radius}
            style={{ fill: arrived ? PALETTE[stepOf(filter[v]!, props.domain)] : "var(--panel)" }}
          />
        ))}
        <line
          class="direction-arrow"
          x1={CENTRE}
          y1={CENTRE}
          x2={CENTRE + (RING - 12) * dx}
          y2={CENTRE + (RING - 12) * dy}
        />
      </svg>
      <div
        class="direction-handle"
        role="slider"
        tabIndex={0}
        aria-label="Direction"
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={degrees}
        aria-valuetext={`${degrees}°`}
        style={{
          transform: `translate(${CENTRE + RING * dx}px, ${CENTRE + RING * dy}px) translate(-50%, -50%)`,
        }}
        onBlur={end}
        onKeyDown={keys}
      >
        <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
          <path d="M-4 -5L6 0L-4 5Z" transform={`rotate(${-degrees})`} />
        </svg>
      </div>
    </div>
  );
}

interface LevelProps {
  readonly threshold: number | null;
  readonly direction: Direction;
  /** The direction in pixels: y points down. */
  readonly dx: number;
  readonly dy: number;
}

/** The part of the disc that t has reached, up to the level line. */
function Level({ threshold, direction, dx, dy }: LevelProps): JSX.Element {
  const sign = direction === "sub" ? 1 : -1;
  const t = threshold ?? sign;
  if (sign * t >= 1) return <circle class="direction-past" cx={CENTRE} cy={CENTRE} r={DISC} />;
  if (sign * t <= -1) return <></>;
  const half = DISC * Math.sqrt(1 - t * t);
  const [x, y] = [CENTRE + DISC * t * dx, CENTRE + DISC * t * dy];
  const [x1, y1, x2, y2] = [x - half * dy, y + half * dx, x + half * dy, y - half * dx];
  const far = sign * t > 0 ? 1 : 0;
  return (
    <>
      <path
        class="direction-past"
        d={`M${x1} ${y1}A${DISC} ${DISC} 0 ${far} ${sign > 0 ? 1 : 0} ${x2} ${y2}Z`}
      />
      <line class="merge-t" x1={x1} y1={y1} x2={x2} y2={y2} />
    </>
  );
}
