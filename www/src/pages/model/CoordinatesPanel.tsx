import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useSlice } from "../../ui/context";
import { hasFilter, readsBarcodes, edgeFilters, runFilters } from "../../domain/settings/models";
import type { Explained } from "../../engine/calls";
import type { AnalysisResult } from "../../services/inspection/analysisEngine";
import { Coordinates } from "./coordinates/Coordinates";
import { PanelHeading } from "../../ui/Panel";
import { useAnalysis, standing } from "../../ui/useAnalysis";
import { graphInView, NoGraph, WithoutFilter } from "./placeholders";
import type { HelpText } from "../../ui/howToRead";
import { FilterChoice } from "../../ui/filters/FilterChoice";
import "../../ui/numbers.css";

/** Loaded with the panel: a first visit does not wait for it. */
const COORDINATES_HELP: HelpText = {
  title: "Coordinate functions of the readout",
  text: "A coordinate function maps a bar to a number. Its sum over the bars of a graph is one entry of the vector that the classifier reads. Its contribution to a score is this entry × the gradient of the score in this graph; all contributions and the bias add up to the score. The gradient differs between graphs. A line in the square is the zero line of a coordinate function (of an exponential one: the line of half its height). On the strips of essential bars, a curve shows the contribution of a bar by its birth. With one function selected, colours show the contribution that a bar at that point would have. Discs around bars show their contributions.",
};

const TITLE = COORDINATES_HELP.title;

/** The coordinate functions of the readout, over the bars of the graph in view. */
export function CoordinatesPanel(): JSX.Element {
  const asTable = useSlice(({ view }) => view.tables.includes("hats"));
  const isRead = useSlice(({ run }) => run !== null && readsBarcodes(run.summary.config.model));
  const filter = useSlice(({ run }) => run !== null && hasFilter(run.summary.config));
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  const several = useSlice(({ run }) => run !== null && run.summary.filters > 1);
  const extended = useSlice(({ run }) => run?.summary.config.readout === "extended");
  if (logged) return <Channels />;
  return (
    <section class="model-panel hats" aria-label={TITLE}>
      <PanelHeading
        title={TITLE}
        ofFilter={isRead}
        help={COORDINATES_HELP}
        table={isRead && !extended ? { id: "hats", label: "Show the coordinate functions as a table" } : null}
        picture={isRead && !extended ? "hats" : undefined}
      />
      {extended ? (
        <p class="model-hint">
          This model reads the four barcodes of extended persistence. The panel draws the coordinate functions
          of the paper’s three barcodes only. <i>Why</i> shows the contribution of each bar of this model.
        </p>
      ) : isRead ? (
        <OfGraph asTable={asTable} />
      ) : filter ? (
        <p class="model-hint">
          The filters of this model belong to its topology layer. The panel draws the coordinate functions of
          a readout only.
        </p>
      ) : (
        <WithoutFilter instead="It therefore has no coordinate functions: its classifier reads the vertices of a graph, pooled to one vector. A run of the model GFL reads bars" />
      )}
      {several && <FilterAgreement />}
    </section>
  );
}

function OfGraph({ asTable }: { readonly asTable: boolean }): JSX.Element {
  const index = useSlice(graphInView);
  const run = useSlice((state) => state.run?.id);
  const { result, error } = useAnalysis("explain", index === null ? null : [index]);
  // The previous graph and the selection stay in view until the next graph is available.
  const kept = useRef<{ readonly index: number; readonly result: AnalysisResult<Explained> } | null>(null);
  if (index !== null && result) kept.current = { index, result };
  const seen = index !== null && kept.current?.result.run === run ? kept.current : null;
  if (index === null) return <NoGraph />;
  return (
    <>
      {error !== null && (
        <p class="model-hint" role="alert">
          {error}
        </p>
      )}
      {seen ? (
        <Coordinates key={run} {...seen} asTable={asTable} />
      ) : (
        error === null && <p class="model-hint">Evaluating graph {index + 1} …</p>
      )}
    </>
  );
}

/** The choice of the filter in view, and Kendall’s τ-b of each pair of filters of the run. */
function FilterAgreement(): JSX.Element {
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
function Channels(): JSX.Element {
  return (
    <section class="model-panel hats" aria-label="Channels">
      <h2 class="model-title">Channels</h2>
      <p class="model-hint">A run log has no weights, and therefore no coordinate functions.</p>
      <FilterAgreement />
    </section>
  );
}
