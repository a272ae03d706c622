// What each setting does, in a sentence that is true for every model that has it, and why a model has it not.

import { modelName } from "../../../domain/settings/models";
import { needOf, PARTS_OF, PRINTED_WEIGHT_DECAY } from "../../../domain/settings/settings";
import type { ModelParts, SettingName } from "../../../domain/settings/settings";
import type { ModelKind } from "../../../protocol";

export const HELP: Readonly<Record<SettingName, string>> = {
  model: "What is trained: the paper’s own model, or one that it is compared with.",
  features: "What each vertex starts with. Degrees and labels are kinds; attributes are numbers.",
  layers: "Rounds in which every vertex hears from its neighbours.",
  edges: "What a vertex is told of the edge along with its neighbour.",
  width: "Columns of embeddings and hidden layers: how many numbers a vertex is described by.",
  fixedFilter: "The value that every vertex has without learning.",
  ties: "Where several vertices have the value at an end of a bar: which of them its gradient goes to.",
  extended: "Reads loops as bars that end, too. The barcode of the graph in view then shows them so.",
  hat: "The learned functions that turn a barcode into numbers.",
  hats: "How many of these functions read each barcode.",
  barWeight: "How much each bar counts in the sum over a barcode.",
  dropout: "Share of the classifier’s hidden layer that each step leaves out. Empty: the model’s own.",
  epochs: "How often training goes through its graphs.",
  batchSize: "Graphs that one step learns from.",
  learningRate: "How far a step moves the weights, before the first halving. It changes at once.",
  halveAt: "Epochs that start by halving the learning rate, with commas between them. Empty: never.",
  weightDecay: `Share of the weights that is added to the gradient. The authors’ code has 0.00001, the paper prints ${PRINTED_WEIGHT_DECAY.toFixed(6)}.`,
  seed: "Where chance begins: first weights, order of the graphs, and the folds that are stratified by it.",
  splits: "How the graphs are dealt out. Stratified: every fold has about the same share of each class.",
  folds: "Parts that the data set is dealt into.",
  fold: "The part that is tested on; training learns from the others.",
  validation:
    "Leaves a part of the other graphs out of training, as the authors’ code does. Off: it is learned from.",
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
