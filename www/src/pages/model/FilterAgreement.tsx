import type { JSX } from "preact";
import { edgeFilters, runFilters } from "../../domain/settings/models";
import { useSlice } from "../../ui/context";
import { useAnalysis, standing } from "../../ui/useAnalysis";
import { FilterChoice } from "../../ui/filters/FilterChoice";
import "../../ui/numbers.css";

/** The choice of the filter in view, and Kendall’s τ-b of each pair of filters of the run. */
export function FilterAgreement(): JSX.Element {
  const summary = useSlice(({ run }) => run?.summary ?? null);
  const names = (summary && runFilters(summary)?.names) ?? [];
  const edges = summary ? edgeFilters(summary) : [];
  const cells =
    edges.length > 0 && edges.length === names.length
      ? "edges"
      : summary?.config.edgeFilter === "learned"
        ? "vertices and edges"
        : "vertices";
  const run = useSlice((state) => state.run?.id);
  const { result, waiting, error } = useAnalysis("filterAgreement", []);
  // Ignores a response for the previous filter.
  const taus = result && result.run === run ? result.answer : null;
  return (
    <>
      <p class="model-hint">
        The table compares the order of the {cells} by the filters: Kendall’s τ-b over all pairs of {cells} of
        the same graph. 1 is the same order, −1 the opposite one.
        {edges.length > 0 &&
          edges.length < names.length &&
          ` The filters ${edges.join(", ")} have a value for each edge: among them, the pairs are edges, and they have no τ with filters of vertices.`}
      </p>
      <FilterChoice />
      {taus === null || error !== null ? (
        <p class="model-hint">{standing(waiting, error)}</p>
      ) : (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Agreement of the filters">
          <table class="filter-agreement numbers-table">
            <thead>
              <tr>
                <td />
                {names.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((name, row) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {names.map((other, column) => (
                    <td key={other} class="number">
                      {tauText(taus[row * names.length + column])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** Kendall's τ-b with two decimals; "–" for a constant channel, which orders nothing, and for a pair without common cells. */
function tauText(tau: number | undefined): string {
  if (tau === undefined || Number.isNaN(tau)) return "–";
  return tau.toFixed(2).replace("-", "−");
}

/** The channels of a run log, and Kendall's τ-b of each pair. */
export function Channels(): JSX.Element {
  return (
    <section class="model-panel hats" aria-label="Channels">
      <h2 class="model-title">Channels</h2>
      <p class="model-hint">A run log has no weights, and therefore no coordinate functions.</p>
      <FilterAgreement />
    </section>
  );
}
