import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import type { ModelPart } from "../../../store/lesson";
import type { GivenAnswer } from "../../../store/state";
import { isDone, MAIN_PATH, progressOf } from "./lessons";

interface Station {
  readonly part: ModelPart;
  readonly name: string;
  /** The lesson that explains it. */
  readonly lesson: string;
  readonly icon: JSX.Element;
}

/** The stations from a graph to the loss. */
const STATIONS: readonly Station[] = [
  { part: "graph", name: "graph", lesson: "landscape", icon: <Network /> },
  { part: "values", name: "values f", lesson: "later-end", icon: <Network coloured /> },
  { part: "bars", name: "bars", lesson: "who-ends", icon: <path d="M-13 -8h26M-13 0h15M-13 8h20" /> },
  {
    part: "numbers",
    name: "numbers",
    lesson: "bars-to-numbers",
    icon: <path d="M-14 9L0 -10L14 9M-14 4h28" />,
  },
  { part: "score", name: "score", lesson: "real-graphs", icon: <path d="M-9 10v-8M0 10v-20M9 10v-13" /> },
  { part: "loss", name: "loss", lesson: "one-gradient", icon: <path d="M-12 -10Q-8 9 12 9" /> },
];
const NAMES = STATIONS.map(({ name }) => name).join(", ");
/** The way back, along which the model learns. */
const BACK = "one-gradient";

const WIDTH = 350;
const STEP = WIDTH / STATIONS.length;
const MIDDLE = 22;

/** The whole way of a model as one picture, which lights up lesson by lesson. */
export function Pipeline(): JSX.Element {
  const answers = useSlice((state) => state.answers);
  const stations = STATIONS.map((station) => ({ ...station, seen: isSeen(station.lesson, answers) }));
  const back = isSeen(BACK, answers);
  const x = (station: number): number => (station + 0.5) * STEP;
  return (
    <svg
      class="pipeline"
      viewBox={`0 0 ${WIDTH} 92`}
      role="img"
      aria-label={describePipeline(
        stations.filter(({ seen }) => seen).map(({ name }) => name),
        back,
      )}
    >
      {stations.map(({ name, icon, seen }, i) => (
        <g key={name} class={seen ? "pipeline-station reached" : "pipeline-station"}>
          <g transform={`translate(${x(i)}, ${MIDDLE})`}>{icon}</g>
          <text x={x(i)} y={MIDDLE + 30} text-anchor="middle">
            {name}
          </text>
          {i > 0 && <Arrow from={x(i - 1) + 20} to={x(i) - 20} at={MIDDLE} />}
        </g>
      ))}
      <g class={back ? "pipeline-station reached" : "pipeline-station"}>
        <path d={`M${x(5)} ${MIDDLE + 36}v10H${x(1)}v-10`} />
        <path class="pipeline-head" d={`M${x(1) - 4} ${MIDDLE + 40}l4 -7l4 7z`} />
        <text x={x(3)} y={MIDDLE + 63} text-anchor="middle">
          slopes of the loss
        </text>
      </g>
    </svg>
  );
}

/** The distance of two stations in the small picture, and its height. */
const PITCH = 17;
const STRIP = 24;

interface PartStripProps {
  readonly part: ModelPart;
  /** The parts on the cards up to this one; the others are dots. */
  readonly met: ReadonlySet<ModelPart>;
}

/** The same way, small: it grows card by card, and the part that a card is about is lit. */
export function PartStrip({ part, met }: PartStripProps): JSX.Element {
  return (
    <svg
      class="part-strip"
      width={STATIONS.length * PITCH}
      height={STRIP}
      viewBox={`0 0 ${STATIONS.length * PITCH} ${STRIP}`}
      role="img"
      aria-label={describePart(part)}
    >
      <title>{describePart(part)}</title>
      {STATIONS.map((station, i) => {
        const x = (i + 0.5) * PITCH;
        if (!met.has(station.part)) return <circle key={i} class="part-later" cx={x} cy="11" r="1.5" />;
        const isLit = station.part === part;
        return (
          <g key={i} class={isLit ? "reached lit" : "reached"}>
            <g transform={`translate(${x}, 11) scale(0.5)`}>{station.icon}</g>
            {isLit && <path class="part-line" d={`M${x - 6} 22.5h12`} />}
          </g>
        );
      })}
    </svg>
  );
}

/** Where a card is on the way. */
export function describePart(part: ModelPart): string {
  return `This card is about: ${STATIONS.find((one) => one.part === part)!.name}. The way of a model: ${NAMES}.`;
}

/** The picture as a sentence. */
export function describePipeline(reached: readonly string[], back: boolean): string {
  const way = `The way of a model: ${NAMES}, and the slopes of the loss back.`;
  const seen = [...reached, ...(back ? ["slopes of the loss"] : [])];
  return seen.length === 0 ? way : `${way} You have seen: ${seen.join(", ")}.`;
}

/** Whether all questions of the lesson are answered. */
function isSeen(id: string, answers: Readonly<Record<string, GivenAnswer>>): boolean {
  const lesson = MAIN_PATH.find((one) => one.id === id);
  return lesson !== undefined && isDone(progressOf(lesson, answers));
}

function Arrow({ from, to, at }: { from: number; to: number; at: number }): JSX.Element {
  return (
    <>
      <path d={`M${from} ${at}H${to - 3}`} />
      <path class="pipeline-head" d={`M${to - 7} ${at - 4}l7 4l-7 4z`} />
    </>
  );
}

function Network({ coloured = false }: { coloured?: boolean }): JSX.Element {
  const discs = [
    [-11, 7],
    [0, -9],
    [12, 4],
  ] as const;
  return (
    <>
      <path d="M-11 7L0 -9L12 4" />
      {discs.map(([x, y], i) => (
        <circle key={x} class={coloured ? `pipeline-disc value-${i}` : "pipeline-disc"} cx={x} cy={y} r="5" />
      ))}
    </>
  );
}
