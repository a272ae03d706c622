// What each setting does, in a sentence that is true for every model that has it, and why a model has it not.

import { modelName } from "../../../domain/settings/models";
import { needOf, PARTS_OF, PRINTED_WEIGHT_DECAY } from "../../../domain/settings/settings";
import type { ModelParts, SettingName } from "../../../domain/settings/settings";
import type { ModelKind } from "../../../protocol";

export const HELP: Readonly<Record<SettingName, string>> = {
  model: "Model to train: the paper’s, or one of its baselines.",
  features: "Input features of each vertex. Degrees and labels are categories; attributes are numbers.",
  layers: "Rounds of message passing.",
  edges: "Edge data that is added to each message.",
  width: "Width of embeddings and hidden layers.",
  fixedFilter: "Value of each vertex without learning.",
  ties: "If several vertices share the value at an end of a bar: the vertices that receive its gradient.",
  extended: "Also reads loops as finite bars. The barcode of the graph in view then shows these bars.",
  hat: "Learned functions that map a barcode to numbers.",
  hats: "Number of these functions for each barcode.",
  barWeight: "Weight of each bar in the sum over a barcode.",
  dropout: "Dropout rate of the classifier’s hidden layer. Empty: the default of the model.",
  epochs: "Number of passes over the training graphs.",
  batchSize: "Graphs per optimization step.",
  learningRate: "Initial step size, before the first halving. A change takes effect immediately.",
  halveAt: "Epochs at whose start the learning rate halves, separated by commas. Empty: never.",
  weightDecay: `L2 weight decay: multiple of the weights added to the gradient. The authors’ code uses 0.00001, the paper prints ${PRINTED_WEIGHT_DECAY.toFixed(6)}.`,
  seed: "Random seed of the initial weights, the order of the graphs and the stratified folds.",
  splits: "Assignment of graphs to folds. Stratified: every fold has about the same share of each class.",
  folds: "Number of folds.",
  fold: "Test fold; training uses the other folds.",
  validation:
    "Reserves part of the other graphs for validation, as the authors’ code does. Off: all of them are used for training.",
};

type Need = Exclude<keyof ModelParts, "dropout">;
const WITHOUT: Readonly<Record<Need, (name: string) => string>> = {
  features: (name) => `${name} knows of the vertices only their fixed filter.`,
  layers: (name) => `${name} sends no messages between neighbours.`,
  barcodes: (name) => `${name} reads no barcodes.`,
  learnsFilter: (name) => `${name} learns no filter, so no gradient meets a tie.`,
  fixedFilter: (name) => `${name} has no fixed filter; PH-only has one.`,
};

/** Why a model has no such setting; null: it has. */
export function whyNot(model: ModelKind, setting: SettingName): string | null {
  const need = needOf(setting);
  return need === undefined || PARTS_OF[model][need] ? null : WITHOUT[need](modelName(model));
}
