import type { Round } from "../../protocol";

/** The round in view: the last one if there is none with this number. */
export function roundOf(rounds: readonly Round[], round: number | null): Round {
  return rounds[Math.min(round ?? Infinity, rounds.length - 1)]!;
}
