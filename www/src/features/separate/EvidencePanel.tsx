import type { ComponentChildren, JSX } from "preact";
import type { Graph } from "../../domain/graph/graph";
import type { Comparison, DescriptorSummary, Evidence } from "../../protocol";
import { ColourRounds } from "./ColourRounds";
import { CountTable } from "./CountTable";
import type { CountRow } from "./CountTable";
import { FilterBars } from "./FilterBars";
import { SpectrumPlot } from "./SpectrumPlot";
import { VERDICTS } from "./verdicts";

interface EvidencePanelProps {
  readonly descriptor: DescriptorSummary;
  /** null: not computed yet. */
  readonly comparison: Comparison | null;
  readonly graphs: readonly [Graph, Graph];
  /** Between the reason and the evidence. */
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
