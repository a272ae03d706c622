import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { formatCount, nameOfClass, plural } from "../../../domain/text/format";
import type { Data } from "../../../store/state";
import { FilterKey } from "./FilterKey";
import { Gallery } from "./Gallery";

interface AllGraphsProps {
  readonly data: Data;
  readonly run: number;
}

/** All graphs of a data set whose predictions cannot be wrong: it has one class, or its graphs have none. */
export function AllGraphs({ data, run }: AllGraphsProps): JSX.Element {
  const { rows, summary } = data;
  const reason =
    rows[0]?.class === null
      ? "The graphs have no classes, so no prediction is right or wrong. Log the run with labels to see its errors."
      : `The data set has one class, ${nameOfClass(summary.classes, 0)}, so no prediction can be wrong.`;
  const cards = useMemo(
    () =>
      rows.map(({ vertices, edges }, index) => ({
        index,
        number: formatCount(vertices),
        meaning: "vertices",
        caption: plural(edges, "edge", "edges"),
        more: "",
      })),
    [rows],
  );
  return (
    <>
      <p class="model-hint">{reason}</p>
      <Gallery
        data={data}
        run={run}
        label="All graphs"
        hint={["In the order of the data set.", "Number: vertices."]}
        cards={cards}
        onRefresh={null}
      />
      <FilterKey />
    </>
  );
}
