import type { ComponentChildren, JSX } from "preact";
import type { Bar, Graph, Highlight } from "../../domain/graph/graph";
import type { Comparison, DescriptorSummary, Evidence, Round, Verdict } from "../../protocol";
import { SpectrumPlot } from "./SpectrumPlot";
import { useAct, useOwnId, useSlice, useApp } from "../../ui/context";
import { LABEL_COLOURS } from "../../plots/graph/colouring";
import { useMemo, useState } from "preact/hooks";
import type { Sort } from "../../domain/view";
import { BarcodeView } from "../../plots/barcode/BarcodeView";
import { BarOptions } from "../../plots/barcode/BarOptions";
import { rangeOf } from "../../plots/shared/colour";
import type { Domain } from "../../plots/shared/colour";

interface EvidencePanelProps {
  readonly descriptor: DescriptorSummary;
  /** null: not computed yet. */
  readonly comparison: Comparison | null;
  readonly graphs: readonly [Graph, Graph];
  /** Appears between the reason and the evidence. */
  readonly children: ComponentChildren;
}

/** The reason and the evidence of one descriptor. */
export function EvidencePanel(props: EvidencePanelProps): JSX.Element {
  const { descriptor, comparison, graphs, children } = props;
  return (
    <section class="separate-evidence" aria-label="Evidence">
      <h2 class="model-title">
        {descriptor.label}
        {comparison && `: ${VERDICTS[comparison.verdict].word}`}
      </h2>
      <p class="model-hint">{descriptor.help}.</p>
      <p class="separate-reason" aria-live="polite">
        {comparison?.reason ?? "Computing …"}
      </p>
      {children}
      {comparison && <EvidenceOf evidence={comparison.evidence} graphs={graphs} />}
    </section>
  );
}

interface EvidenceProps {
  readonly evidence: Evidence;
  readonly graphs: readonly [Graph, Graph];
}

function EvidenceOf({ evidence, graphs }: EvidenceProps): JSX.Element | null {
  switch (evidence.kind) {
    case "colours":
      return <ColourRounds rounds={evidence.rounds} first={evidence.first} />;
    case "filter":
      return evidence.values && <FilterBars graphs={graphs} values={evidence.values} />;
    case "spectrum":
      return evidence.values && <SpectrumPlot values={evidence.values} />;
    case "isomorphism":
      return evidence.image && <Isomorphism image={evidence.image} />;
    default:
      return <CountTable {...tableOf(evidence, graphs)} />;
  }
}

type Tabular = Exclude<Evidence, { readonly kind: "colours" | "filter" | "spectrum" | "isomorphism" }>;

/** The evidence as rows with one number for each graph. */
function tableOf(
  evidence: Tabular,
  [first, second]: readonly [Graph, Graph],
): {
  readonly names: readonly string[];
  readonly rows: readonly CountRow[];
} {
  switch (evidence.kind) {
    case "counts":
      return {
        names: ["Number of"],
        rows: [
          { cells: ["vertices"], counts: evidence.vertices },
          { cells: ["edges"], counts: evidence.edges },
        ],
      };
    case "edges": {
      // Without edges, the vertices are the components.
      const start: CountRow = {
        cells: ["no edges", "components"],
        counts: [first.vertices, second.vertices],
      };
      return {
        names: ["Edges up to", "Number of"],
        rows: [
          ...(first.vertices === second.vertices ? [] : [start]),
          ...evidence.levels.flatMap(({ value, edges, components, loops }) => [
            { cells: [value, "edges"], counts: edges },
            { cells: [value, "components"], counts: components },
            { cells: [value, "loops"], counts: loops },
          ]),
        ],
      };
    }
    case "tuples":
      return {
        names: ["Dimension", "Death or birth", "Degree", "γ"],
        rows: evidence.rows.map(({ dimension, value, degree, gamma, counts }) => ({
          cells: [dimension, value ?? "∞", degree ?? "–", gamma ?? (dimension === 0 ? "∞" : "–")],
          counts,
        })),
      };
    case "cycles":
      return {
        names: ["Length of the cycles"],
        rows: evidence.lengths.map((length, i) => ({
          cells: [length],
          counts: [evidence.counts[0][i] ?? null, evidence.counts[1][i] ?? null],
        })),
      };
    case "loops":
      return { names: ["Length of the loops"], rows: loopRows(evidence.lengths) };
  }
}

/** The image of each vertex. */
function Isomorphism({ image }: { readonly image: readonly number[] }): JSX.Element {
  return (
    <>
      <p class="separate-reason">Corresponding vertices have the same number and colour above.</p>
      <table class="view-table separate-counts">
        <thead>
          <tr>
            <th scope="col">Vertex of the first graph</th>
            <th scope="col">Its image in the second graph</th>
          </tr>
        </thead>
        <tbody>
          {image.map((to, vertex) => (
            <tr key={vertex}>
              <td>v{vertex}</td>
              <td>v{to}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The number of loops of each length. */
function loopRows([first, second]: readonly [
  readonly number[] | null,
  readonly number[] | null,
]): readonly CountRow[] {
  const lengths = [...new Set([...(first ?? []), ...(second ?? [])])].sort((a, b) => a - b);
  const count = (of: readonly number[] | null, length: number): number | null =>
    of && of.filter((other) => other === length).length;
  return lengths.map((length) => ({
    cells: [length],
    counts: [count(first, length), count(second, length)],
  }));
}

interface ColourRoundsProps {
  readonly rounds: readonly Round[];
  /** The first round after which the numbers differ; null: none. */
  readonly first: number | null;
}

/** Maximum number of rows of a round. */
const MOST = 60;

/** Colour refinement round by round, with the numbers of vertices of each colour. */
function ColourRounds({ rounds, first }: ColourRoundsProps): JSX.Element {
  const act = useAct();
  const separation = useSlice(({ view }) => view.separation);
  const id = useOwnId();
  const last = rounds.length - 1;
  const round = Math.min(separation.round ?? last, last);
  const { classes } = roundOf(rounds, round);
  return (
    <>
      <p class="separate-row fields">
        <label for={id}>Round</label>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          value={round}
          disabled={last === 0}
          onInput={({ currentTarget }) => {
            const chosen = Number(currentTarget.value);
            const next = { ...separation, round: chosen === last ? null : chosen };
            act({ type: "view", change: { separation: next } });
          }}
        />
        <output for={id}>
          {round} of {last}
          {first !== null && round >= first && ", the numbers differ"}
        </output>
      </p>
      <CountTable
        names={["Colour"]}
        rows={classes.slice(0, MOST).map(({ counts }, place) => ({ cells: [place + 1], counts }))}
      />
      {classes.length > MOST && (
        <p class="model-hint">
          The first {MOST} of {classes.length} colours.
        </p>
      )}
      {classes.length > LABEL_COLOURS.length && (
        <p class="model-hint">
          The graphs show {LABEL_COLOURS.length} colours at once; the other vertices are grey.
        </p>
      )}
    </>
  );
}

interface CountRow {
  readonly cells: readonly (string | number)[];
  /** null: not known. */
  readonly counts: readonly [number | null, number | null];
}

interface CountTableProps {
  /** The titles of the cells. */
  readonly names: readonly string[];
  readonly rows: readonly CountRow[];
}

/** Numbers of both graphs; a mark, besides the colour, shows the rows that differ. */
function CountTable({ names, rows }: CountTableProps): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <table class="view-table separate-counts">
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">First graph</th>
          <th scope="col">Second graph</th>
          <th scope="col">
            <span class="visually-hidden">Difference</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells, counts: [first, second] }) => {
          const differs = first !== null && second !== null && first !== second;
          return (
            <tr key={cells.join()} class={differs ? "differs" : ""}>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
              <td>{first ?? "?"}</td>
              <td>{second ?? "?"}</td>
              <td>{differs ? <span title="different">≠</span> : ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const TITLES = ["First graph", "Second graph"] as const;
const DIRECTIONS = ["sub", "super"] as const;

interface FilterBarsProps {
  readonly graphs: readonly [Graph, Graph];
  /** The filter of each graph. */
  readonly values: readonly [readonly number[], readonly number[]];
}

/** The barcodes of a filter on both graphs, one above the other on the same axis. */
function FilterBars({ graphs, values }: FilterBarsProps): JSX.Element {
  const { topology } = useApp();
  const domain = useMemo(() => wider(rangeOf(Float32Array.from(values.flat()))), [values]);
  const [sort, setSort] = useState<Sort>("birth");
  const [zeroLength, setZeroLength] = useState(false);
  const [extended, setExtended] = useState(false);
  const bars = useMemo(
    () =>
      graphs.map((graph, index) => {
        const filter = Float32Array.from(values[index]!);
        const { bars } = topology.filtration(graph, filter);
        return extended ? [...bars, ...topology.extended(graph, filter)] : bars;
      }),
    [topology, graphs, values, extended],
  );
  return (
    <div class="separate-bars">
      <BarOptions
        bars={bars.flat()}
        directions={DIRECTIONS}
        {...{ sort, zeroLength, extended }}
        onSort={setSort}
        onZeroLength={setZeroLength}
        onExtended={setExtended}
      />
      {graphs.map((graph, index) => (
        <figure key={TITLES[index]}>
          <figcaption>{TITLES[index]}</figcaption>
          <Bars graph={graph} bars={bars[index]!} domain={domain} {...{ sort, zeroLength, extended }} />
        </figure>
      ))}
    </div>
  );
}

/** The axis of a constant filter needs a width. */
const wider = ([low, high]: Domain): Domain => (low < high ? [low, high] : [low, low + 1]);

interface BarsProps {
  readonly graph: Graph;
  readonly bars: readonly Bar[];
  readonly domain: Domain;
  readonly sort: Sort;
  readonly zeroLength: boolean;
  readonly extended: boolean;
}

function Bars(props: BarsProps): JSX.Element {
  const [highlight, setHighlight] = useState<Highlight>(null);
  return (
    <BarcodeView
      id={useOwnId()}
      {...props}
      directions={DIRECTIONS}
      direction="sub"
      threshold={null}
      highlight={highlight}
      colours={props.domain}
      onHighlight={setHighlight}
    />
  );
}

/** The round in view: the last one if there is none with this number. */
export function roundOf(rounds: readonly Round[], round: number | null): Round {
  return rounds[Math.min(round ?? Infinity, rounds.length - 1)]!;
}

/** The word and the mark for each verdict: the mark distinguishes them without colour. */
export const VERDICTS: Readonly<Record<Verdict, { readonly mark: string; readonly word: string }>> = {
  separates: { mark: "≠", word: "separates" },
  cannot: { mark: "=", word: "cannot" },
  undecided: { mark: "?", word: "not decided" },
};
