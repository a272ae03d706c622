// Steps per second of a newly opened device, measured within a second after a bounded time for compilation.

import { within } from "../../engine/module";

/** Number and duration of some steps. */
export interface Timed {
  readonly steps: number;
  readonly milliseconds: number;
}

/** Runs at most this number of steps. */
export type Entrant = (steps: number) => Promise<Timed>;

/** Duration of the timing on a device, from the end of its first step, independent of the outcome. */
export const RACE_MS = 1000;
/** Time limit for opening a device, and for its first step, which compiles shaders. */
export const START_TIMEOUT_MS = 20_000;
/** Target duration of one answer: many of them fit into the time. */
const TURN_MS = 50;
/** Maximum number of steps in one request. */
const MAX_STEPS = 200;

/** A device did not answer in time. */
export class AnswerTimeout extends Error {
  override name = "AnswerTimeout";
}

/** The answer within the time limit. @throws {AnswerTimeout} */
export async function inTime<T>(asked: Promise<T>): Promise<T> {
  const answer = await within(START_TIMEOUT_MS, asked);
  if (answer === null) throw new AnswerTimeout(`no answer within ${START_TIMEOUT_MS / 1000} seconds`);
  return answer.value;
}

/** Steps per second. The first turns run unoptimized code, so only the later half counts. @throws {AnswerTimeout} */
export async function paceOf(train: Entrant): Promise<number> {
  let perStep = perStepOf(await inTime(train(1)));
  const turns: number[] = [];
  const end = performance.now() + RACE_MS;
  for (let left = RACE_MS; left > 0; left = end - performance.now()) {
    const steps = stepsIn(TURN_MS, perStep);
    const turn = await within(left, train(steps));
    if (turn === null) {
      // No turn finished: the pace is at most the requested steps per total time.
      if (turns.length === 0) perStep = Math.max(perStep, RACE_MS / steps);
      break;
    }
    turns.push((perStep = perStepOf(turn.value)));
  }
  return 1000 / (median(turns.slice(turns.length >> 1)) ?? perStep);
}

/** The median; of two middle numbers, the larger. null for an empty list. */
export function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;
}

/** Milliseconds per step; never 0, also if the clock measures no time. */
export function perStepOf({ steps, milliseconds }: Timed): number {
  if (steps === 0) throw new Error("The run ended during the timing.");
  return Math.max(0.01, milliseconds / steps);
}

function stepsIn(milliseconds: number, perStep: number): number {
  return Math.min(Math.max(1, Math.round(milliseconds / perStep)), MAX_STEPS);
}
