import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FilterAssociation } from "../../../protocol";
import { useSlice } from "../../../ui/context";
import { useAnalysis } from "../../../ui/useAnalysis";
import { findingOf } from "./association";
import { LevelPlot } from "./LevelPlot";
import { columnsOf, levelsOf, labelsOf } from "./levels";
import type { FixedLevels, Level } from "./levels";
import { pictureOf, pictureOfPair } from "./picture";
import type { Axis } from "./picture";
import type { BesideFound } from "./association";
import { formatValue } from "../../../domain/text/values";
import { formatCount } from "../../../domain/text/format";
import { nameOfQuantity, withArticle } from "./quantities";

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

/** The key of the picture. */
function LevelKey({
  others,
  series,
  fixed,
}: {
  others: string;
  series: boolean;
  /** Name of the fixed filter beside f; null: none. */
  fixed: string | null;
}): JSX.Element {
  if (series) return <>Marks: mean of f over the training graphs; the table contains all parts.</>;
  return (
    <>
      <span>Mean of f</span>
      <span class="key-mean">training</span>
      <span class="key-held">{others.replace(/ graphs$/, "")}</span>
      <span class="key-band">80 % of all vertices</span>
      {fixed !== null && <span class="key-fixed">{fixed}, training</span>}
    </>
  );
}

interface LevelTableProps {
  readonly ids: readonly string[];
  readonly categories: readonly (readonly string[] | null)[];
  readonly levels: readonly Level[];
  readonly others: string;
  /** A fixed filter beside f; null: none. */
  readonly fixed: FixedLevels | null;
}

/** The picture as a table. */
function LevelTable({ ids, categories, levels, others, fixed }: LevelTableProps): JSX.Element {
  const names = ids.map((_, place) =>
    labelsOf(
      levels.map(({ ranges }) => ranges[place]!),
      categories[place] ?? null,
    ),
  );
  const value = (mean: number | null): string => (mean === null ? "–" : formatValue(mean));
  return (
    <div class="table-scroll learned-table" tabIndex={0} role="region" aria-label="f at each level">
      <table class="view-table">
        <caption class="visually-hidden">
          f at each level of {withArticle(ids)}: mean and number of vertices in training graphs and in{" "}
          {others}; the middle 80 % of f in all of them
        </caption>
        <thead>
          <tr>
            <td colSpan={ids.length} />
            <th scope="colgroup" colSpan={2}>
              training graphs
            </th>
            <th scope="colgroup" colSpan={2}>
              {others}
            </th>
            <td />
            {fixed && (
              <th scope="colgroup" colSpan={2}>
                {fixed.name}
              </th>
            )}
          </tr>
          <tr>
            {ids.map((id) => (
              <th key={id} scope="col">
                {nameOfQuantity(id)}
              </th>
            ))}
            <th scope="col">mean</th>
            <th scope="col">vertices</th>
            <th scope="col">mean</th>
            <th scope="col">vertices</th>
            <th scope="col">middle 80 %</th>
            {fixed && <th scope="col">mean, training</th>}
            {fixed && <th scope="col">mean, others</th>}
          </tr>
        </thead>
        <tbody>
          {levels.map(({ ranges, means, counts, band }, level) => (
            <tr key={ranges.join()}>
              {names.map((texts, place) => (
                <th key={place} scope="row">
                  {texts[level]}
                </th>
              ))}
              <td>{value(means[0])}</td>
              <td>{formatCount(counts[0])}</td>
              <td>{value(means[1])}</td>
              <td>{formatCount(counts[1])}</td>
              <td>
                {formatValue(band[0])} to {formatValue(band[1])}
              </td>
              {fixed?.levels[level]?.means.map((mean, part) => (
                <td key={part}>{value(mean)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
