import type { JSX } from "preact";
import { formatValue } from "../../../domain/text/values";
import { formatCount } from "../../../domain/text/format";
import { labelsOf } from "./levels";
import type { FixedLevels, Level } from "./levels";
import { nameOfQuantity, withArticle } from "./quantities";

interface LevelTableProps {
  readonly ids: readonly string[];
  readonly categories: readonly (readonly string[] | null)[];
  readonly levels: readonly Level[];
  readonly others: string;
  /** A fixed filter beside f; null: none. */
  readonly fixed: FixedLevels | null;
}

/** The picture as a table. */
export function LevelTable({ ids, categories, levels, others, fixed }: LevelTableProps): JSX.Element {
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
