import type { JSX } from "preact";
import { formatValue } from "../../../domain/text/sentences";
import { formatCount } from "../../../domain/text/format";
import { labelOf } from "./levels";
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
  const value = (mean: number | null): string => (mean === null ? "–" : formatValue(mean));
  return (
    <div class="table-scroll learned-table" tabIndex={0} role="region" aria-label="f at each level">
      <table class="view-table">
        <caption>
          f at each level of {withArticle(ids)}: mean and number of vertices in training graphs and in{" "}
          {others}; the middle 80 % of f in all of them
        </caption>
        <thead>
          <tr>
            {ids.map((id) => (
              <th key={id} scope="col">
                {nameOfQuantity(id)}
              </th>
            ))}
            <th scope="col">Mean, training</th>
            <th scope="col">Vertices</th>
            <th scope="col">Mean, {others}</th>
            <th scope="col">Vertices</th>
            <th scope="col">Middle 80 %</th>
            {fixed && <th scope="col">Mean of the {fixed.name}, training</th>}
            {fixed && <th scope="col">The same, {others}</th>}
          </tr>
        </thead>
        <tbody>
          {levels.map(({ ranges, means, counts, band }, level) => (
            <tr key={ranges.join()}>
              {ranges.map((range, place) => (
                <th key={place} scope="row">
                  {labelOf(range, categories[place] ?? null)}
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
