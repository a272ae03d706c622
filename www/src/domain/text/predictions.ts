// Names of predictions and of actual values: classes, or numbers.

import type { ClassSummary, DatasetSummary } from "../../protocol";
import { formatNumber } from "../training/metric";
import { nameOfClass } from "./format";

type Predicted = Pick<DatasetSummary, "classes" | "targets">;

/** The class with this index, or this number. null: the graph has no class. */
export function predictionText({ classes, targets }: Predicted, value: number | null): string {
  return targets === null || value === null ? nameOfClass(classes, value) : formatNumber(value);
}

/** The names of the outputs of a model: its classes, or one prediction. */
export const outputsOf = ({ classes, targets }: Predicted): readonly ClassSummary[] =>
  targets === null ? classes : [{ name: "prediction", graphs: 0 }];
