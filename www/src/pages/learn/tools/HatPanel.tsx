import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useAct, useShown, useSlice, useOwnId } from "../../../ui/context";
import { isLit } from "../../../domain/graph/graph";
import type { BarId, Filtration, Bar, Highlight } from "../../../domain/graph/graph";
import {
  contributionsOf,
  hatAtDistance,
  hatSlopes,
  hatSum,
  pointSlopes,
  zeroDistance,
} from "../../../domain/persistence/vectors";
import type { Hat } from "../../../domain/persistence/vectors";
import { finiteBars } from "../../../domain/persistence/slopes";
import { walkDirection } from "../../../store/selectors";
import { domainOf } from "../../../ui/domain";
import { DivergingBars } from "./DivergingBars";
import { HatCurve } from "./HatCurve";
import { pairOf } from "../../../domain/text/sentences";
import { formatSigned, stepFor, ticksOf, roundTo } from "../../../plots/shared/axis";
import {
  firstHat,
  rangeAround,
  diamondAt,
  gripOf,
  planeOf,
  radiusAt,
  sidesAt,
} from "../../../plots/shared/plane";
import { NoFiltration, ToolFrame } from "./ToolFrame";
import { formatValue } from "../../../domain/text/values";
import type { Domain } from "../../../plots/shared/colour";
import { useSize } from "../../../plots/shared/canvas";
import type { Plane } from "../../../plots/shared/plane";

const PARAMETERS = ["birth", "death", "radius"] as const;

/** One rational hat over the finite bars, and its sum. */
export function HatPanel(): JSX.Element {
  const { filtration } = useShown();
  return (
    <ToolFrame title="Rational hat">
      {filtration ? <HatOver filtration={filtration} /> : <NoFiltration />}
    </ToolFrame>
  );
}

function HatOver({ filtration }: { filtration: Filtration }): JSX.Element {
  const act = useAct();
  const domain = domainOf(useShown());
  const direction = useSlice(walkDirection);
  const highlight = useSlice(({ view }) => view.highlight);
  const chosen = useSlice(({ view }) => view.hat);
  const bars = useMemo(() => finiteBars(filtration.bars, direction), [filtration, direction]);
  const step = stepFor(domain[1] - domain[0]);
  const hat = useMemo(() => chosen ?? firstHat(bars, domain, step), [chosen, bars, domain, step]);
  const range = useMemo(() => rangeAround(domain), [domain]);
  const parts = useMemo(() => contributionsOf(hat, bars, direction), [hat, bars, direction]);
  const onHat = (next: Hat): void => act({ type: "view", change: { hat: next } });
  return (
    <>
      <HatPlane bars={bars} hat={hat} range={range} step={step} highlight={highlight} onHat={onHat} />
      <p class="tool-formula">s(d) = 1/(1 + d) − 1/(1 + |r − d|)</p>
      <HatCurve hat={hat} bars={bars} highlight={highlight} />
      <HatNumbers hat={hat} step={step} onHat={onHat} />
      <p class="tool-text">{describeHat(hat)}</p>
      <p class="tool-formula">
        V(<i>B</i>) = Σ s(<i>p</i>) = <b class="tool-number number">{formatSigned(hatSum(parts))}</b>
      </p>
      {parts.length === 0 && <p class="tool-text">There are no finite bars, so the sum is empty.</p>}
      <DivergingBars
        label="Contribution of each bar"
        rows={parts.map(({ bar, value }) => ({
          id: bar.id,
          name: pairOf(bar),
          value,
          lit: isLit(bar, highlight),
        }))}
        largest={Math.abs(hatAtDistance(hat.radius, 0))}
        onLight={(id) =>
          act({ type: "view", change: { highlight: id === null ? null : { type: "bar", id: id as BarId } } })
        }
      />
      {parts.length > 0 && (
        <>
          <h3 class="tool-heading">Slopes at each bar</h3>
          <ul class="hat-bars">
            {parts.map(({ bar }) => (
              <li key={bar.id} class="number">
                {describePointSlopes(hat, bar)}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 class="tool-heading">Derivatives of V(B)</h3>
      <dl class="hat-slopes">
        {PARAMETERS.map((name) => (
          <div key={name}>
            <dt>by {name}</dt>
            <dd class="number">
              {formatSigned(
                bars.reduce(
                  (sum, { birth, death }) => sum + hatSlopes(hat, { birth, death: death! })[name],
                  0,
                ),
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const FIELDS: readonly { readonly name: keyof Hat; readonly title: string }[] = [
  { name: "birth", title: "Birth" },
  { name: "death", title: "Death" },
  { name: "radius", title: "Radius" },
];

/** Number fields for the parameters of the hat. */
function HatNumbers({
  hat,
  step,
  onHat,
}: {
  hat: Hat;
  step: number;
  onHat: (hat: Hat) => void;
}): JSX.Element {
  const id = useOwnId();
  return (
    <div class="hat-numbers">
      {FIELDS.map(({ name, title }) => (
        <div key={name}>
          <label for={`${id}-${name}`}>{title}</label>
          <input
            id={`${id}-${name}`}
            type="number"
            step={step}
            {...(name === "radius" ? { min: 0 } : {})}
            value={Number(hat[name].toFixed(4))}
            onChange={(event) => {
              const value = event.currentTarget.valueAsNumber;
              if (Number.isFinite(value)) onHat({ ...hat, [name]: value });
            }}
          />
        </div>
      ))}
    </div>
  );
}

interface HatPlaneProps {
  readonly bars: readonly Bar[];
  readonly hat: Hat;
  readonly range: Domain;
  /** The step of an arrow key. */
  readonly step: number;
  readonly highlight: Highlight;
  readonly onHat: (hat: Hat) => void;
}

/** Fractions of the radius for the contours; the hat is 0 at 0.5 and lowest at 1. */
const POSITIVE = [0.125, 0.25, 0.375];
const NEGATIVE = [0.75, 1, 1.5, 2];

type Grip = "centre" | "radius";

/** The hat over the diagram: contours, the bars as points, and two handles. */
function HatPlane({ bars, hat, range, step, highlight, onHat }: HatPlaneProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const size = useSlice(({ view }) => (view.present ? 20 : 12));
  const plane = useMemo(() => planeOf(width, height, range, size), [width, height, range, size]);
  const clip = useOwnId();

  const move = (grip: Grip, to: { readonly birth: number; readonly death: number }): void => {
    const within = (value: number): number => Math.min(Math.max(value, range[0]), range[1]);
    const rounded = (value: number): number => roundTo(step, value);
    if (grip === "centre") {
      onHat({ ...hat, birth: rounded(within(to.birth)), death: rounded(within(to.death)) });
    } else {
      onHat({ ...hat, radius: rounded(radiusAt(plane, hat, to.birth)) });
    }
  };
  const drag = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const box = host.current!.getBoundingClientRect();
      move(grip, {
        birth: plane.birthAt(event.clientX - box.left),
        death: plane.deathAt(event.clientY - box.top),
      });
    },
  });
  const radius = Math.abs(hat.radius);
  const keys = (grip: Grip) => (event: KeyboardEvent) => {
    const [right, up] = ARROWS[event.key] ?? [0, 0];
    if (right === 0 && up === 0) return;
    event.preventDefault();
    const by = step * (event.shiftKey ? 10 : 1);
    if (grip === "centre") move(grip, { birth: hat.birth + by * right, death: hat.death + by * up });
    else onHat({ ...hat, radius: roundTo(step, Math.max(radius + by * (right + up), 0)) });
  };
  const square = { x: plane.left, y: plane.top, width: plane.side, height: plane.side };
  const handle = (grip: Grip, birth: number, label: string, now: number, text: string): JSX.Element => (
    <div
      class={`hat-handle hat-${grip}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={grip === "centre" ? range[0] : 0}
      aria-valuemax={grip === "centre" ? range[1] : range[1] - range[0]}
      aria-valuenow={now}
      aria-valuetext={text}
      style={{ transform: `translate(${plane.x(birth)}px, ${plane.y(hat.death)}px) translate(-50%, -50%)` }}
      {...drag(grip)}
      onKeyDown={keys(grip)}
    />
  );
  return (
    <div class="view hat-plane" ref={host}>
      {width > 0 && (
        <>
          <svg width={width} height={height} aria-hidden="true">
            <clipPath id={clip}>
              <path d={diamondAt(plane, hat, zeroDistance(hat))} />
            </clipPath>
            <Axes plane={plane} size={size} />
            <rect class="hat-outside" {...square} />
            <rect class="hat-inside" clip-path={`url(#${clip})`} {...square} />
            {POSITIVE.map((share) => (
              <path key={share} class="hat-contour" d={sidesAt(plane, hat, share * radius)} />
            ))}
            {NEGATIVE.map((share) => (
              <path key={share} class="hat-contour negative" d={sidesAt(plane, hat, share * radius)} />
            ))}
            <path class="hat-zero" d={sidesAt(plane, hat, zeroDistance(hat))} />
            <path
              class="diagonal"
              d={`M${plane.left} ${plane.top + plane.side}l${plane.side} ${-plane.side}`}
            />
            {bars.map((bar) => (
              <SlopeArrow key={bar.id} plane={plane} hat={hat} bar={bar} />
            ))}
            {bars.map((bar) => (
              <circle
                key={bar.id}
                class={isLit(bar, highlight) ? "hat-point is-lit" : "hat-point"}
                cx={plane.x(bar.birth)}
                cy={plane.y(bar.death!)}
                r={isLit(bar, highlight) ? 7 : 4.5}
              />
            ))}
          </svg>
          {handle("radius", gripOf(plane, hat), "Radius of the hat", radius, describeRadius(hat))}
          {handle(
            "centre",
            hat.birth,
            "Centre of the hat: left and right change the birth, up and down the death",
            hat.birth,
            `birth ${formatValue(hat.birth)}, death ${formatValue(hat.death)}`,
          )}
        </>
      )}
    </div>
  );
}

/** The direction of an arrow key, to the right and up. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The length of an arrow for the slope 1, in pixels, and its limits. */
const UNIT = 40;
const [SHORTEST, LONGEST] = [6, 48];
const HEAD = 5;

/** The direction in which the value of the hat at a bar grows fastest; its length is the slope. */
function SlopeArrow({ plane, hat, bar }: { plane: Plane; hat: Hat; bar: Bar }): JSX.Element | null {
  const slopes = pointSlopes(hat, { birth: bar.birth, death: bar.death! });
  const slope = Math.hypot(slopes.birth, slopes.death);
  const length = Math.min(UNIT * slope, LONGEST);
  if (length < SHORTEST) return null;
  const angle = (Math.atan2(-slopes.death, slopes.birth) * 180) / Math.PI;
  return (
    <path
      class="hat-slope"
      transform={`translate(${plane.x(bar.birth)} ${plane.y(bar.death!)}) rotate(${angle})`}
      d={`M0 0H${length}m${-HEAD} ${-HEAD}l${HEAD} ${HEAD}l${-HEAD} ${HEAD}`}
    />
  );
}

function Axes({ plane, size }: { plane: Plane; size: number }): JSX.Element {
  const { left, top, side, range, x, y } = plane;
  const base = top + side;
  return (
    <g>
      {ticksOf(range, 4).map((tick) => (
        <g key={tick}>
          <text class="tick" x={x(tick)} y={base + size + 3}>
            {tick}
          </text>
          <text class="tick-left" x={left - 6} y={y(tick)} dy="0.35em">
            {tick}
          </text>
        </g>
      ))}
      <text class="tick" x={left + side / 2} y={base + 2.6 * size}>
        birth
      </text>
      <text x={left} y={top - 8}>
        death
      </text>
      <rect class="square" x={left} y={top} width={side} height={side} />
    </g>
  );
}

/** The regions where the hat is positive and negative. */
export function describeHat(hat: Hat): string {
  if (hat.radius === 0) return "With radius 0, the hat is 0 everywhere.";
  const zero = formatValue(zeroDistance(hat));
  return `The hat is 0 on the thick line, at the distance |r|/2 = ${zero} from its centre. It is positive inside and negative outside, also on the diagonal.`;
}

/** The derivatives of the value of the hat at a finite bar by the birth and the death of the bar. */
function describePointSlopes(hat: Hat, bar: Bar): string {
  const slopes = pointSlopes(hat, { birth: bar.birth, death: bar.death! });
  return `${pairOf(bar)}: ${formatSigned(slopes.birth)} by its birth, ${formatSigned(slopes.death)} by its death`;
}

/** Its radius, for screen readers. */
export function describeRadius(hat: Hat): string {
  return `radius ${formatValue(Math.abs(hat.radius))}, zero at ${formatValue(zeroDistance(hat))}`;
}
