import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useSlice } from "./context";
import { attributesOf } from "../domain/graph/graph";
import type { Graph } from "../domain/graph/graph";
import type { ColourBy } from "../domain/view";
import { byAttribute, byFilter, byLabel, byRank } from "../plots/graph/colouring";
import type { Colouring } from "../plots/graph/colouring";
import { rangeOf } from "../plots/shared/colour";
import type { Domain } from "../plots/shared/colour";

/** Quantities for the colours of the vertices of a graph. */
function choicesOf(graph: Graph, filter: Float32Array | null): readonly ColourBy[] {
  return [
    "f",
    ...(filter ? (["rank"] as const) : []),
    ...(graph.labels ? (["label"] as const) : []),
    ...Array.from({ length: attributesOf(graph) }, (_, column) => `attribute${column + 1}` as const),
  ];
}

/** The chosen colours if this graph has the quantity, otherwise f. */
export function chosenFor(graph: Graph, filter: Float32Array | null, wanted: ColourBy): ColourBy {
  return choicesOf(graph, filter).includes(wanted) ? wanted : "f";
}

/**
 * The chosen colours of a graph; null: it has no filter, and the user chose no other quantity. Stretched colours have the range of
 * `values`.
 */
export function useColouring(
  graph: Graph,
  filter: Float32Array | null,
  domain: Domain,
  values = filter,
): Colouring | null {
  const wanted = useSlice(({ view }) => view.colour);
  const stretch = useSlice(({ view }) => view.stretch);
  return useMemo(() => {
    const colour = chosenFor(graph, filter, wanted);
    if (colour === "label" && graph.labels) return byLabel(graph.labels);
    if (colour.startsWith("attribute") && graph.attributes) {
      return byAttribute(graph.attributes, attributesOf(graph), Number(colour.slice("attribute".length)) - 1);
    }
    if (!filter) return null;
    return colour === "rank"
      ? byRank(filter)
      : byFilter(filter, stretch ? rangeOf(values ?? filter) : domain);
  }, [graph, filter, domain, values, wanted, stretch]);
}

interface ColourChoiceProps {
  readonly graph: Graph;
  readonly filter: Float32Array | null;
}

/** The choice of vertex colours: f on its scale, f stretched to the values of this graph, or another quantity. */
export function ColourChoice({ graph, filter }: ColourChoiceProps): JSX.Element | null {
  const act = useAct();
  const wanted = useSlice(({ view }) => view.colour);
  const stretch = useSlice(({ view }) => view.stretch);
  const choices = choicesOf(graph, filter);
  if (choices.length === 1 && !filter) return null;
  const colour = chosenFor(graph, filter, wanted);
  // The key contains f and attributes, but no ranks or labels.
  const named = colour !== "rank" && colour !== "label";
  return (
    <select
      class="colour-choice"
      data-unpictured={named ? "" : undefined}
      aria-label="Colour of the vertices"
      value={colour === "f" && filter && stretch ? STRETCHED : colour}
      onChange={({ currentTarget: { value } }) => {
        if (value === "f" || value === STRETCHED) {
          act({ type: "view", change: { stretch: value === STRETCHED, colour: "f" } });
        } else act({ type: "view", change: { colour: value as ColourBy } });
      }}
    >
      {choices.flatMap((choice) => [
        <option key={choice} value={choice}>
          {choice === "f" && !filter ? "no colours" : colourName(choice)}
        </option>,
        ...(choice === "f" && filter
          ? [
              <option key={STRETCHED} value={STRETCHED}>
                f, stretched
              </option>,
            ]
          : []),
      ])}
    </select>
  );
}

const STRETCHED = "stretched";

export function colourName(choice: ColourBy): string {
  return choice === "rank" ? "rank of f" : choice.replace("attribute", "attribute ");
}
