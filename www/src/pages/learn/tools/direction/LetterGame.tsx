import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState, useEffect, useRef } from "preact/hooks";
import { heightFilter } from "../../../../domain/filters";
import { walkDirection } from "../../../../store/selectors";
import { partsOf } from "../../../../store/shown";
import { useAct, useApp, useSlice } from "../../../../ui/context";
import { newGesture } from "../../editor/useEdit";
import { piecesOfSamples } from "./curve";
import { describeGuess } from "./describeDirection";
import { EulerCurve } from "./EulerCurve";
import { ChiLegend, HeatMap } from "./HeatMap";
import { LETTERS, columnOf, curveOf, largestDifference, sampleOf, transformOf } from "./transform";
import type { Transform } from "./transform";
import { prefersReducedMotion } from "../../../../plots/shared/canvas";
import { editable } from "../../../../store/editable";

interface LetterGameProps {
  readonly onEnd: () => void;
  /** The tool, which shows the letter after the answer. */
  readonly children: ComponentChildren;
}

const HEIGHTS = [-1, 1] as const;

/** The game “Which letter is it?” shows only the transform of a random letter. */
export function LetterGame({ onEnd, children }: LetterGameProps): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const play = useDialPlay();
  const direction = useSlice(walkDirection);
  const transforms = useMemo(
    () =>
      LETTERS.map((letter) => {
        const { graph, positions } = partsOf({ type: "own", graph: letter.graph });
        return transformOf(topology, graph, positions!, direction);
      }),
    [topology, direction],
  );
  const next = (last: number | null): ReturnType<typeof newRiddle> =>
    newRiddle(
      LETTERS.length,
      (a, b) => topology.transformDistance(transforms[a]!.values, transforms[b]!.values),
      Math.random,
      last,
    );
  const [riddle, setRiddle] = useState(() => next(null));
  const [guess, setGuess] = useState<number | null>(null);
  const { answer, choices } = riddle;
  const difference = useMemo(
    () => (guess === null ? null : largestDifference(transforms[guess]!, transforms[answer]!)),
    [transforms, guess, answer],
  );
  const choose = (choice: number): void => {
    setGuess(choice);
    const gesture = newGesture("letter");
    act({ type: "own-graph", graph: LETTERS[answer]!.graph, filter: heightFilter(0), gesture });
    const apart = largestDifference(transforms[choice]!, transforms[answer]!);
    play(apart?.degrees ?? 90, gesture, () => {
      if (apart) act({ type: "view", change: { threshold: apart.height } });
    });
  };
  const close = (
    <button type="button" class="button" onClick={onEnd}>
      End the game
    </button>
  );
  if (guess !== null)
    return (
      <>
        <p class="tool-text tool-sentence" role="status" data-right={guess === answer}>
          {describeGuess(LETTERS[guess]!.name, LETTERS[answer]!.name, difference)}
        </p>
        <div class="tool-row">
          <button
            type="button"
            class="button"
            onClick={() => {
              setRiddle(next(answer));
              setGuess(null);
            }}
          >
            Next letter
          </button>
          {close}
        </div>
        {children}
      </>
    );
  return (
    <>
      <p class="tool-text">
        This is the Euler characteristic transform of a letter. The direction 0° points to the right of the
        upright letter, and 90° points upwards.
      </p>
      <Hidden key={answer} transform={transforms[answer]!} />
      <fieldset class="direction-choices">
        <legend class="tool-heading">Which letter is it?</legend>
        {choices.map((choice) => (
          <button key={choice} type="button" class="button" onClick={() => choose(choice)}>
            {LETTERS[choice]!.name}
          </button>
        ))}
      </fieldset>
      <p class="tool-text">{close}</p>
    </>
  );
}

/** The transform of the letter, and the curve of one direction. */
function Hidden({ transform }: { transform: Transform }): JSX.Element {
  const [{ degrees, height }, setCursor] = useState({ degrees: 90, height: 0 });
  const curve = curveOf(transform, columnOf(degrees));
  const chi = curve[Math.max(sampleOf(height), 0)]!;
  const pieces = useMemo(() => piecesOfSamples(curve), [transform, degrees]);
  const turn = (to: number, t: number): void => setCursor({ degrees: (to + 360) % 360, height: t });
  return (
    <>
      <HeatMap
        transform={transform}
        degrees={degrees}
        height={height}
        description={`${degrees}°, t = ${height}: χ = ${chi}`}
        onPick={turn}
      />
      <ChiLegend transform={transform} />
      <h3 class="tool-heading">Euler characteristic curve at {degrees}°</h3>
      <EulerCurve
        pieces={pieces}
        domain={HEIGHTS}
        threshold={height}
        chi={chi}
        onThreshold={(t) => turn(degrees, t)}
      />
    </>
  );
}

// The letters of a question “Which letter is it?”.

/** The number of letters to choose from. */
export const CHOICES = 5;
/** Transforms with a smaller mean difference look equal. */
export const NEAREST = 0.15;

/** A question: indices of letters. */
interface Riddle {
  readonly choices: readonly number[];
  readonly answer: number;
}

/**
 * A random letter and others in random order. Any two of them have a distance of at least `NEAREST`, so there can be fewer
 * than `CHOICES`. `last`: the previous answer, excluded here.
 */
export function newRiddle(
  letters: number,
  distance: (a: number, b: number) => number,
  random: () => number,
  last: number | null,
): Riddle {
  const choices: number[] = [];
  for (const letter of shuffled([...Array(letters).keys()], random)) {
    if (choices.length === 0 && letter === last) continue;
    if (choices.length < CHOICES && choices.every((other) => distance(other, letter) >= NEAREST))
      choices.push(letter);
  }
  return { answer: choices[0]!, choices: choices.toSorted((a, b) => a - b) };
}

function shuffled(items: readonly number[], random: () => number): readonly number[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

const DURATION_MS = 4000;

/**
 * Turns the dial once around and on to a direction in degrees, as one gesture. It stops early if something else changes
 * the document.
 */
function useDialPlay(): (to: number, gesture: string, onEnd: () => void) => void {
  const { store } = useApp();
  const turn = useTurn();
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return (to, gesture, onEnd) => {
    cancelAnimationFrame(frame.current);
    const start = performance.now();
    const step = (now: number): void => {
      if (store.state.peek().history.gesture !== gesture) return;
      const share = prefersReducedMotion() ? 1 : Math.min(Math.max((now - start) / DURATION_MS, 0), 1);
      turn(share * (360 + to), gesture);
      if (share < 1) frame.current = requestAnimationFrame(step);
      else onEnd();
    };
    step(start);
  };
}

/** Sets f to the height in a direction; a graph without positions, or of a data set, becomes a copy with positions. */
export function useTurn(): (degrees: number, gesture: string) => void {
  const { shown, store } = useApp();
  const act = useAct();
  return (degrees, gesture) => {
    const inView = shown.peek();
    const filter = heightFilter(degrees);
    if (inView.positions) act({ type: "filter", filter, gesture });
    else {
      const { graph } = editable(inView, null, store.state.peek().data?.summary.name ?? null);
      act({ type: "own-graph", graph, filter, gesture });
    }
  };
}
