// Texts about a response of the model: the epoch of its weights, and the reason for a missing response.

import { formatCount } from "../../domain/text/format";
import type { AnalysisResult } from "../../services/inspection/analysisEngine";

export function isUntrained({ epoch, step }: AnalysisResult<unknown>): boolean {
  return (epoch ?? step) === 0;
}

/** "Epoch 12" */
export function weightsOf(result: AnalysisResult<unknown>): string {
  if (isUntrained(result)) return "Untrained";
  return result.epoch === null ? `Step ${formatCount(result.step)}` : `Epoch ${formatCount(result.epoch)}`;
}

/** The placeholder for a missing response. */
export function standing(waiting: boolean, error: string | null): string {
  if (error !== null) return `The model cannot be evaluated: ${error}`;
  return waiting ? "Evaluating the model …" : "The engine does not have this model.";
}
