// How many steps a second a device does that has just been opened, within a second and a bound for what it compiles before.

import { within } from "../../engine/within";

/** What some steps took. */
export interface Timed {
  readonly steps: number;
  readonly milliseconds: number;
}

/** Does up to so many steps. */
export type Entrant = (steps: number) => Promise<Timed>;

/** From the end of its first step on a device is timed for so long, whatever becomes of it. */
export const RACE_MS = 1000;
/** What a device may take to open, and then for its first step, in which shaders are compiled. */
export const PATIENCE_MS = 20_000;
/** What an answer should take: many of them fit into the time. */
const TURN_MS = 50;
/** So many steps are not asked for at once. */
const MAX_STEPS = 200;

/** A device that has not done in time what it was asked for. */
export class Late extends Error {
  override name = "Late";
}

/** What is asked for, within the patience that there is. @throws {Late} */
export async function inTime<T>(asked: Promise<T>): Promise<T> {
  const answer = await within(PATIENCE_MS, asked);
  if (answer === null) throw new Late(`no answer within ${PATIENCE_MS / 1000} seconds`);
  return answer.value;
}

/** Steps a second. What comes first is code that is not fast yet, so the later half of the turns counts. @throws {Late} */
export async function paceOf(train: Entrant): Promise<number> {
  let perStep = perStepOf(await inTime(train(1)));
  const turns: number[] = [];
  const end = performance.now() + RACE_MS;
  for (let left = RACE_MS; left > 0; left = end - performance.now()) {
    const steps = stepsIn(TURN_MS, perStep);
    const turn = await within(left, train(steps));
    if (turn === null) {
      // No turn at all: it does no more than it was asked for in all of the time.
      if (turns.length === 0) perStep = Math.max(perStep, RACE_MS / steps);
      break;
    }
    turns.push((perStep = perStepOf(turn.value)));
  }
  return 1000 / (median(turns.slice(turns.length >> 1)) ?? perStep);
}

/** The middle one of some numbers, the larger of two; null where there are none. */
export function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;
}

/** Milliseconds a step; never nothing, as what took no time that the clock knows of would be. */
export function perStepOf({ steps, milliseconds }: Timed): number {
  if (steps === 0) throw new Error("The run ended during the timing.");
  return Math.max(0.01, milliseconds / steps);
}

function stepsIn(milliseconds: number, perStep: number): number {
  return Math.min(Math.max(1, Math.round(milliseconds / perStep)), MAX_STEPS);
}
