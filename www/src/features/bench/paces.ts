// Training steps per second of devices: some steps on each, in turn.

import type { Entrant } from "../../services/device/race";

/** The timed calls of all devices together take at most this time, */
export const TIMED_MS = 1000;
/** unless this many turns take longer: a single turn can be delayed, for example at the first end of an epoch. */
const MIN_TURNS = 5;
/** Target duration of one call on each device: several calls fit into the time. */
const TURN_MS = 60;
/**
 * Each device trains a few steps first: the first steps compile shaders, and the JIT compiler optimizes code that runs
 * often.
 */
const WARM_UP_STEPS = 4;
const WARM_UP_MS = 500;
/** Maximum number of steps in one call. */
const MAX_STEPS = 200;

/** Steps per second of each device: the medians over turns that take one second in total. */
export async function pacesOf(entrants: readonly Entrant[]): Promise<readonly number[]> {
  const runners: Runner[] = [];
  for (const entrant of entrants) runners.push(await warmedUp(entrant));
  const expected = (): number => runners.reduce((sum, one) => sum + one.expected(), 0);
  let left = TIMED_MS;
  for (let turn = 0; turn < MIN_TURNS || left >= expected(); turn++)
    for (const one of runners) left -= await one.run();
  return runners.map((one) => one.pace());
}

async function warmedUp(entrant: Entrant): Promise<Runner> {
  let perStep = 0;
  let spent = 0;
  for (let steps = 0; steps < WARM_UP_STEPS || spent < WARM_UP_MS;) {
    const timed = await entrant(stepsIn(TURN_MS, perStep));
    if (timed.steps === 0) throw new Error("The run ended during the comparison.");
    steps += timed.steps;
    spent += timed.milliseconds;
    perStep = timed.milliseconds / timed.steps;
  }
  return new Runner(entrant, perStep);
}

class Runner {
  readonly #entrant: Entrant;
  /** Milliseconds per step: from the last call of the warm-up, then the median of the turns. */
  #perStep: number;
  readonly #turns: number[] = [];

  constructor(entrant: Entrant, perStep: number) {
    this.#entrant = entrant;
    this.#perStep = perStep;
  }

  /** Expected duration of the next turn, in milliseconds. */
  expected(): number {
    return stepsIn(TURN_MS, this.#perStep) * this.#perStep;
  }

  async run(): Promise<number> {
    const { steps, milliseconds } = await this.#entrant(stepsIn(TURN_MS, this.#perStep));
    this.#turns.push(milliseconds / Math.max(1, steps));
    this.#perStep = this.#turns.toSorted((a, b) => a - b)[this.#turns.length >> 1]!;
    // A turn of zero duration on the clock counts as 1 ms, so that the measurement ends.
    return Math.max(1, milliseconds);
  }

  pace(): number {
    return 1000 / Math.max(0.01, this.#perStep);
  }
}

/** At least one step; exactly one if there is no measurement yet. */
function stepsIn(milliseconds: number, perStep: number): number {
  return perStep > 0 ? Math.min(Math.max(1, Math.round(milliseconds / perStep)), MAX_STEPS) : 1;
}
