import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useSlice } from "../../ui/context";
import { hasFilter, readsBarcodes } from "../../domain/settings/models";
import type { Explained } from "../../engine/calls";
import type { AnalysisResult } from "../../services/inspection/analysisEngine";
import { Coordinates } from "./coordinates/Coordinates";
import { PanelHeading } from "../../ui/Panel";
import { useAnalysis } from "../../ui/useAnalysis";
import { graphInView, NoGraph, WithoutFilter } from "./placeholders";
import { FilterAgreement, Channels } from "./FilterAgreement";
import type { HelpText } from "../../ui/howToRead";

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
