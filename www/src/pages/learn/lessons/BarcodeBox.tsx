import type { ComponentChildren, JSX } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useApp, useOwnId, useShown, useSlice } from "../../../ui/context";
import { DrawnBars, drawnBars } from "../drawnBars";
import { dispatchAll } from "./follow";
import { countsAsRight } from "./exercises";
import { unbroken } from "./marks";
import { playing } from "./perform";
import { repliesTo } from "./unseen/barcode";
import type { Entered, KnownBar } from "./unseen/barcode";
import { formatBar, plain } from "./unseen/words";
import { Verdict } from "./QuestionBox";
import type { LessonAction } from "../../../store/lesson";

interface BarcodeBoxProps {
  /** The name of the question among the answers. */
  readonly name: string;
  readonly ask: string;
  readonly bars: readonly KnownBar[];
  readonly reveal: readonly LessonAction[];
  /** Shows the answer even without “Show me” on this card. */
  readonly asked: boolean;
  readonly onAsked: () => void;
  /** Next to “Show me”. */
  readonly children?: ComponentChildren;
}

/** More bars than vertices of a question are not useful. */
const MOST = 7;

/** A barcode that the learner enters. Until it is checked, the stage shows it in place of its own bars. */
export function BarcodeBox(props: BarcodeBoxProps): JSX.Element {
  const { name, ask, bars, reveal, asked, onAsked, children } = props;
  const { store } = useApp();
  const { graph, filtration } = useShown();
  const given = useSlice(({ answers }) => answers)[name];
  const title = useOwnId();
  const values = useMemo(() => [...(filtration?.filter ?? [])].map(Number), [filtration]);
  const sorted = useMemo(() => [...new Set(values)].sort((a, b) => a - b), [values]);
  const [entered, setEntered] = useState<readonly Entered[]>([]);
  const [checked, setChecked] = useState<readonly Entered[] | null>(null);
  const replies = useMemo(
    () => (checked ? repliesTo(checked, bars, graph, values) : []),
    [checked, bars, graph, values],
  );
  const verdict = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (checked) verdict.current?.scrollIntoView({ block: "nearest" });
  }, [checked]);
  const answer = (all: readonly Entered[], right: boolean): void => {
    onAsked();
    setChecked(all);
    dispatchAll(store, [
      { type: "answer", question: name, answer: { choice: 0, right: countsAsRight(name, given, right) } },
      ...playing(reveal),
    ]);
  };
  const check = (): void =>
    answer(
      entered,
      repliesTo(entered, bars, graph, values).every(({ right }) => right),
    );
  const show = (): void => {
    setEntered(bars);
    answer(bars, given?.right ?? false);
  };
  const known = asked && (checked !== null || given !== undefined);
  const stage = useContext(DrawnBars);
  // Before the stage is painted, which would show the answer for a frame.
  useLayoutEffect(() => {
    stage.value = known ? null : drawnBars(entered, values, graph);
    return () => {
      stage.value = null;
    };
  }, [stage, known, entered, values, graph]);
  return (
    <div class={known ? "lesson-question" : "lesson-question hides-bars"}>
      <h3 id={title}>{ask}</h3>
      {/* Above the bars, so that a new bar does not move the buttons. */}
      <div class="lesson-question-row">
        <button
          type="button"
          class="button"
          disabled={entered.length >= MOST || sorted.length === 0}
          onClick={() => {
            setChecked(null);
            setEntered([...entered, { birth: sorted[0]!, death: null }]);
          }}
        >
          Add a bar
        </button>
        <button type="button" class="button primary" disabled={entered.length === 0} onClick={check}>
          Check
        </button>
        <button type="button" class="button" onClick={show}>
          Show me
        </button>
        {children}
      </div>
      <div class="barcode-entry" role="group" aria-labelledby={title}>
        {entered.map((bar, i) => (
          <Row
            key={i}
            number={i + 1}
            bar={bar}
            values={sorted}
            onBar={(next) => {
              setChecked(null);
              setEntered(entered.with(i, next));
            }}
            onRemove={() => {
              setChecked(null);
              setEntered(entered.filter((_, j) => j !== i));
            }}
          />
        ))}
      </div>
      <ul ref={verdict} class="lesson-verdict barcode-replies" aria-live="polite">
        {checked &&
          replies.map(({ right, why }, i) => (
            <li key={i} class={right ? "is-right" : "is-wrong"}>
              <b>{right ? "✓" : "✗"}</b> {unbroken(why)}
            </li>
          ))}
        {checked && replies.every(({ right }) => right) && (
          <li>
            <Verdict right found={given?.right ?? false} why="These are all bars." />
          </li>
        )}
      </ul>
    </div>
  );
}

/** The part of the track for the values; ∞ is at its end. */
const FINITE = 0.86;
/** Two handles, and the names of two values, fit beside each other. */
const LEAST_GAP = 0.1;

/** Where the values, ascending, and ∞ are on a track: as on the axis of f, or evenly if two names would overlap. */
export function axisShares(values: readonly number[]): readonly number[] {
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  const shares = values.map((value) => (FINITE * (value - first)) / (last - first || 1));
  const isTight = shares.some((share, i) => i > 0 && share - shares[i - 1]! < LEAST_GAP);
  return isTight ? [...values, null].map((_, place) => place / values.length) : [...shares, 1];
}

/** The place with the share nearest to this one. */
export function nearestPlace(shares: readonly number[], share: number): number {
  const away = shares.map((one) => Math.abs(one - share));
  return away.indexOf(Math.min(...away));
}

interface RowProps {
  readonly number: number;
  readonly bar: Entered;
  /** The values of the vertices, ascending. */
  readonly values: readonly number[];
  readonly onBar: (bar: Entered) => void;
  readonly onRemove: () => void;
}

/** One bar with two handles, which move between the values of the vertices, and to ∞. */
function Row({ number, bar, values, onBar, onRemove }: RowProps): JSX.Element {
  const track = useRef<HTMLDivElement>(null);
  const last = values.length;
  const places = {
    birth: values.indexOf(bar.birth),
    death: bar.death === null ? last : values.indexOf(bar.death),
  };
  const shares = axisShares(values);
  const at = (place: number): string => `${100 * shares[place]!}%`;
  const move = (end: "birth" | "death", to: number): void => {
    if (end === "birth") {
      const place = Math.min(Math.max(to, 0), places.death - 1);
      onBar({ ...bar, birth: values[place]! });
    } else {
      const place = Math.min(Math.max(to, places.birth + 1), last);
      onBar({ ...bar, death: place === last ? null : values[place]! });
    }
  };
  const handle = (end: "birth" | "death"): JSX.Element => (
    <span
      class="barcode-handle"
      role="slider"
      tabIndex={0}
      aria-label={`${end === "birth" ? "Birth" : "Death"} of bar ${number}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={places[end]}
      aria-valuetext={end === "birth" ? plain(bar.birth) : bar.death === null ? "∞" : plain(bar.death)}
      style={{ left: at(places[end]) }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const { left, width } = track.current!.getBoundingClientRect();
        move(end, nearestPlace(shares, (event.clientX - left) / width));
      }}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -last, End: last }[
          event.key
        ];
        if (step === undefined) return;
        event.preventDefault();
        // Not a key of the stage.
        event.stopPropagation();
        move(end, places[end] + step);
      }}
    />
  );
  return (
    <div class="barcode-row">
      <div class="barcode-track" ref={track}>
        {[...values, null].map((value, place) => (
          <span key={place} class="barcode-tick number" style={{ left: at(place) }} aria-hidden="true">
            {value === null ? "∞" : plain(value)}
          </span>
        ))}
        <span
          class="barcode-bar"
          style={{ left: at(places.birth), right: `${100 * (1 - shares[places.death]!)}%` }}
        />
        {handle("birth")}
        {handle("death")}
      </div>
      <span class="number barcode-pair">{unbroken(formatBar(bar))}</span>
      <button type="button" class="button quiet" aria-label={`Remove bar ${number}`} onClick={onRemove}>
        ✕
      </button>
    </div>
  );
}
