// How many steps a second devices do: some steps on each, in turn.

import type { Entrant } from "../../services/device/race";

/** What is timed takes no longer than this, all devices together, */
export const TIMED_MS = 1000;
/** unless it takes longer to ask each so often: one of them may be held up once, as where an epoch ends for the first time. */
const MIN_TURNS = 5;
/** What an answer of each should take: several of each fit into the time. */
const TURN_MS = 60;
/** Before that each trains for a while: shaders are compiled in the first steps, and code that is used often is made faster. */
const WARM_UP_STEPS = 4;
const WARM_UP_MS = 500;
/** So many steps are not asked for at once. */
const MAX_STEPS = 200;

/** Steps a second of each: the medians of turns that take a second in all. */
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
  /** Milliseconds a step: the last of the warm-up, then the median of the turns. */
  #perStep: number;
  readonly #turns: number[] = [];

  constructor(entrant: Entrant, perStep: number) {
    this.#entrant = entrant;
    this.#perStep = perStep;
  }

  /** Milliseconds that the next turn is going to take. */
  expected(): number {
    return stepsIn(TURN_MS, this.#perStep) * this.#perStep;
  }

  async run(): Promise<number> {
    const { steps, milliseconds } = await this.#entrant(stepsIn(TURN_MS, this.#perStep));
    this.#turns.push(milliseconds / Math.max(1, steps));
    this.#perStep = this.#turns.toSorted((a, b) => a - b)[this.#turns.length >> 1]!;
    // A turn that took no time that the clock knows of counts nevertheless, so that there is an end.
    return Math.max(1, milliseconds);
  }

  pace(): number {
    return 1000 / Math.max(0.01, this.#perStep);
  }
}

/** A step at least; one where nothing is known yet. */
function stepsIn(milliseconds: number, perStep: number): number {
  return perStep > 0 ? Math.min(Math.max(1, Math.round(milliseconds / perStep)), MAX_STEPS) : 1;
}
