import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FilterAssociation } from "../../../protocol";
import { useSlice } from "../../context";
import { useAnalysis } from "../useAnalysis";
import { findingOf } from "./association";
import { LevelKey } from "./LevelKey";
import { LevelPlot } from "./LevelPlot";
import { LevelTable } from "./LevelTable";
import { columnsOf, levelsOf } from "./levels";
import type { FixedLevels } from "./levels";
import { pictureOf, pictureOfPair } from "./picture";
import type { Axis } from "./picture";
import type { BesideFound } from "./useBeside";

interface Seen {
  /** The association of f with each quantity alone. */
  readonly alone: ReadonlyMap<string, FilterAssociation>;
  /** Names of the vertex labels; null: unknown. */
  readonly labels: readonly string[] | null;
  readonly others: string;
  readonly untrained: boolean;
  readonly asTable: boolean;
}

interface FindingProps extends Seen {
  /** One or two quantities. */
  readonly ids: readonly string[];
  /** null: not computed yet. */
  readonly found: FilterAssociation | null;
  /** A fixed filter that is drawn beside f; null: none. */
  readonly beside: BesideFound | null;
}

/** The association of f with two quantities together. */
export function PairFinding({
  first,
  second,
  ...seen
}: Seen & { first: string; second: string }): JSX.Element {
  const { result } = useAnalysis("associations", [[[first, second]]]);
  return <Finding {...seen} ids={[first, second]} found={result?.answer[0] ?? null} beside={null} />;
}

/** f against one or two quantities: as a picture or a table, and as text. */
export function Finding({
  ids,
  found,
  alone,
  labels,
  others,
  untrained,
  asTable,
  beside,
}: FindingProps): JSX.Element {
  const fit = useSlice(({ view }) => view.fit);
  const levels = useMemo(() => found && { exact: levelsOf(found), columns: columnsOf(found) }, [found]);
  const fixed = useMemo((): FixedLevels | null => {
    const own = beside?.found.get(ids[0]!);
    return own && found && own.levels.counts.length === found.levels.counts.length
      ? { name: beside!.name, levels: levelsOf(own), columns: columnsOf(own) }
      : null;
  }, [beside, ids[0], found]);
  const categories = ids.map((id) => (id === "label" ? labels : null));
  const axes = ids.flatMap((id, place): Axis[] => {
    const own = alone.get(id);
    const categoriesOfIt = categories[place] ?? null;
    return own
      ? [{ id, levels: columnsOf(own), categories: categoriesOfIt, binned: own.binned[0] ?? false }]
      : [];
  });
  const [first, second] = axes;
  const picture =
    levels === null || !first || axes.length < ids.length
      ? null
      : second
        ? pictureOfPair([first, second], levels.columns)
        : pictureOf(first);
  const text = found ? findingOf(ids, found, others, untrained) : "";
  return (
    <>
      <div class={asTable ? "learned-picture as-table" : "learned-picture"} data-picture>
        {levels && asTable ? (
          <LevelTable ids={ids} categories={categories} levels={levels.exact} others={others} fixed={fixed} />
        ) : picture ? (
          <LevelPlot {...picture} label={text} others={others} fixed={fixed?.columns ?? null} fit={fit} />
        ) : (
          levels &&
          axes.length === ids.length && (
            <p class="model-hint">
              Both have more than eight levels, too many lines for one picture. The table contains all of
              them.
            </p>
          )
        )}
      </div>
      <p class="level-key" data-picture>
        {picture && !asTable && (
          <LevelKey others={others} series={picture.series !== null} fixed={fixed?.name ?? null} />
        )}
      </p>
      <p class="learned-finding">{text}</p>
    </>
  );
}
