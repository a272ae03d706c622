// The figure of a graph: the views of the page of a graph as panels a, b, c and d.

import type { App } from "../context";
import { indexIn } from "../../domain/graph/subject";
import { epochInView, filterInView } from "../../store/selectors";
import type { PanelName } from "./caption";
import { isOfRun, LETTERS } from "./caption";
import { GAP, LETTER_LINE } from "./capture";

/** 90 mm and 180 mm. */
export type Columns = 1 | 2;

interface FigurePanel {
  readonly name: PanelName;
  readonly part: HTMLElement;
}

/** The panels in the order of their letters: their element on the page, and their least height in pixels of the picture. */
const PANELS: Readonly<Record<PanelName, { readonly selector: string; readonly height: number }>> = {
  graph: { selector: ".area-graph [data-picture]", height: 200 },
  bars: { selector: ".area-bars [data-picture]", height: 220 },
  diagram: { selector: ".area-diagram [data-picture]", height: 350 },
  curves: { selector: ".area-train [data-picture]:has(> .curves-view)", height: 240 },
};

/** The height of points, which have their bars below them. */
const STAGE = 300;

/** The views that have a picture now. The curves belong to the graph only if its filter comes from their run. */
export function panelsOf({ store }: App, page: HTMLElement): readonly FigurePanel[] {
  const state = store.state.peek();
  const isTrained = isOfRun(state) && (state.run?.epochs.length ?? 0) > 0;
  return (Object.keys(PANELS) as PanelName[]).flatMap((name) => {
    const part = page.querySelector<HTMLElement>(PANELS[name].selector);
    return part && (name !== "curves" || isTrained) ? [{ name, part }] : [];
  });
}

/** The views without a picture because they are shown as tables, by their titles. */
export function tablesIn({ store }: App, panels: readonly FigurePanel[]): readonly string[] {
  const { tables } = store.state.peek().view;
  const isMissing = (name: PanelName): boolean => panels.every((panel) => panel.name !== name);
  return [
    ...(tables.includes("vertices") && isMissing("graph") ? ["Graph"] : []),
    ...(tables.includes("bars") && isMissing("bars") ? ["Barcode"] : []),
  ];
}

interface Arranged {
  readonly columns: readonly (readonly HTMLElement[])[];
  readonly heights: ReadonlyMap<Element, number>;
  readonly letters: ReadonlyMap<Element, string>;
}

/** Two columns have rows of two panels; of three panels, the last is beside the others. */
export function arranged(panels: readonly FigurePanel[], wanted: Columns): Arranged {
  if (panels.length < wanted) throw new Error("The page has no second view now. Save the figure 90 mm wide.");
  const isBeside = (i: number): boolean => (panels.length === 3 ? i === 2 : i % 2 === 1);
  const columns =
    wanted === 1 ? [panels] : [false, true].map((side) => panels.filter((_, i) => isBeside(i) === side));
  const own = ({ name, part }: FigurePanel): number => (part.matches(".stage") ? STAGE : PANELS[name].height);
  const heights = new Map<Element, number>(panels.map((panel) => [panel.part, own(panel)]));
  const [left = [], right = []] = columns;
  if (left.length === right.length) {
    for (const [row, panel] of left.entries()) {
      const tall = Math.max(own(panel), own(right[row]!));
      for (const { part } of [panel, right[row]!]) heights.set(part, tall);
    }
  } else if (right[0]) {
    heights.set(right[0].part, LETTER_LINE + GAP + left.reduce((sum, panel) => sum + own(panel), 0));
  }
  return {
    columns: columns.map((column) => column.map(({ part }) => part)),
    heights,
    letters: new Map(panels.map(({ part }, i) => [part, LETTERS[i]!])),
  };
}

/** The error if the panels would be about another moment than the caption. */
export const CHANGING =
  "The page changed meanwhile, so the numbers of the caption might not be those of the panels. Pause the training and the animations, then save the figure again.";

/** What the panels and their caption are about. Throws if the filter of the graph in view is not that of the weights in view. */
export function stateOfFigure({ store, shown }: App): readonly unknown[] {
  const state = store.state.peek();
  const { run, view, displayed, document, inspection, asked } = state;
  const answer = displayed.type === "graph" ? inspection : asked;
  if (run && answer && isOfRun(state)) {
    const epoch = epochInView(state);
    const isOfWeights = answer.epoch === epoch && (epoch !== null || answer.step === run.stepsDone);
    if (answer.run !== run.id || answer.filter !== filterInView(state) || !isOfWeights)
      throw new Error(CHANGING);
  }
  const [asking, drawn] = [document.subject, displayed].map((subject) => indexIn(subject) ?? subject);
  if (asking !== drawn) throw new Error(CHANGING);
  return [shown.peek(), run?.id, run?.stepsDone, run?.epochs, view.epoch, view.threshold, view.colour];
}
