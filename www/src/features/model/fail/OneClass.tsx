import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { formatCount, nameOfClass, plural } from "../../../domain/text/format";
import type { Data } from "../../../store/state";
import { FilterKey } from "./FilterKey";
import { Gallery } from "./Gallery";

/** All graphs of a data set of one class, whose predictions cannot be wrong. */
export function OneClass({ data, run }: { readonly data: Data; readonly run: number }): JSX.Element {
  const { rows, summary } = data;
  const name = nameOfClass(summary.classes, 0);
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
      <p class="model-hint">The data set has one class, {name}, so no prediction can be wrong.</p>
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
