import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { heightFilter } from "../../../../domain/filters";
import { walkDirection } from "../../../../store/selectors";
import { partsOf } from "../../../../store/shown";
import { useAct, useApp, useSlice } from "../../../../ui/context";
import { newGesture } from "../../editor/gestures";
import { piecesOfSamples } from "./curve";
import { describeGuess } from "./describeDirection";
import { EulerCurve } from "./EulerCurve";
import { ChiLegend, HeatMap } from "./HeatMap";
import { newRiddle } from "./riddle";
import { LETTERS } from "./shapes";
import { columnOf, curveOf, largestDifference, sampleOf, transformOf } from "./transform";
import type { Transform } from "./transform";
import { useDialPlay } from "./useDialPlay";

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
