import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { formatCount, plural } from "../../../domain/text/format";
import type { Explained } from "../../../engine/calls";
import { BarcodeLabel } from "../../../plots/shared/Tip";
import { useSize } from "../../../plots/shared/canvas";
import type { CoordinateId } from "../../../store/state";
import { kindOf } from "../coordinates/functions";
import type { ReadCoordinateFunction } from "../coordinates/functions";
import { BARCODES, nameOfFunction } from "../coordinates/words";
import type { ContributionRow, ScoreTarget } from "../../../domain/contributions/bars";
import { formatAdded, formatScore, amountFor } from "../../../domain/contributions/bars";
import {
  linksOf,
  highlightOf,
  bandsOf,
  describeShown,
  describeEnds,
  describeFunctionLinks,
  describeLink,
  describeRow,
} from "./links";
import type { BarNode, FunctionNode, LinkHighlight, Shape, Bands, LinkDiagram } from "./links";
import { scoreDecimals } from "../../../store/selectors";
import { useSlice } from "../../../ui/context";
import { linkHorizontal } from "d3-shape";
import "./links.css";
import { vertexName } from "../../../domain/graph/graph";

/** Elements of a column, besides the others. */
const MOST = 8;
/** The picture in a column of the page, and in a narrow window. */
const WIDE: Shape = { steps: { bar: 36, function: 26 }, columns: [0.36, 0.1, 0.28, 0.09, 0.17] };
const NARROW: Shape = { steps: { bar: 62, function: 36 }, columns: [0.3, 0.1, 0.33, 0.08, 0.19] };
const NARROW_WIDTH = 440;

interface LinksProps {
  readonly explained: Explained;
  readonly target: ScoreTarget;
  /** Name of the explained number. */
  readonly name: string;
  readonly litRow: ContributionRow["id"] | null;
  readonly litFunction: CoordinateId | null;
  readonly chosenRow: ContributionRow["id"] | null;
  readonly chosenFunction: CoordinateId | null;
  readonly onPointRow: (id: ContributionRow["id"] | null) => void;
  readonly onChooseRow: (id: ContributionRow["id"]) => void;
  readonly onPointFunction: (coordinate: ReadCoordinateFunction | null) => void;
  readonly onChooseFunction: (coordinate: ReadCoordinateFunction) => void;
}

/** The paths of a score: bars, coordinate functions, and the score, with a line for each contribution. */
export function Links(props: LinksProps): JSX.Element | null {
  const { explained, target, name } = props;
  const frame = useRef<HTMLDivElement>(null);
  const decimals = useSlice(scoreDecimals);
  const { width } = useSize(frame);
  const links = useMemo(() => linksOf(explained, target, MOST), [explained, target.of, target.against]);
  const shape = width < NARROW_WIDTH ? NARROW : WIDE;
  const bands = useMemo(() => links && bandsOf(links, shape.steps), [links, shape]);
  if (!links || !bands) return null;
  const lit = highlightOf(links, props);
  const narrow = shape === NARROW;
  const gridTemplateColumns = shape.columns.map((share) => `${100 * share}%`).join(" ");
  return (
    <section
      class={narrow ? "links narrow" : "links"}
      aria-label={`Paths from the bars to the ${name}`}
      data-picture
    >
      <div class="links-columns" style={{ gridTemplateColumns }} aria-hidden="true">
        <span>Bars</span>
        <span>Functions</span>
        <span>{target.against === null ? "Score" : "Lead"}</span>
      </div>
      <div
        class="links-columns links-frame"
        ref={frame}
        style={{ height: `${bands.height}px`, gridTemplateColumns }}
      >
        {width > 0 && <LinkLines bands={bands} width={width} columns={shape.columns} lit={lit} />}
        <ul
          aria-label="Bars"
          style={{ gridAutoRows: `${shape.steps.bar}px` }}
          onPointerLeave={() => props.onPointRow(null)}
        >
          {links.bars.nodes.map((node) => (
            <BarItem key={node.row?.id ?? ""} {...props} node={node} lit={lit.bars.has(node)} />
          ))}
        </ul>
        <ul
          aria-label="Coordinate functions"
          style={{ gridAutoRows: `${shape.steps.function}px` }}
          onPointerLeave={() => props.onPointFunction(null)}
        >
          {links.coordinates.nodes.map((node) => (
            <FunctionItem
              key={node.own?.id ?? node.barcode}
              {...props}
              node={node}
              lit={lit.functions.has(node)}
            />
          ))}
          <li>
            <span class="links-node">
              <span>{links.bias.name}</span>
              <span class="number">{formatAdded(links.bias.amount, decimals)}</span>
            </span>
          </li>
        </ul>
        <p class="links-score">
          {name}
          <b class="number">{formatScore(amountFor(explained.logits, target), decimals)}</b>
        </p>
      </div>
      <LinkSentence links={links} target={target} name={name} lit={lit} />
      <p class="links-shown">{describeShown(links)}</p>
    </section>
  );
}

interface BarItemProps extends Pick<LinksProps, "litRow" | "chosenRow" | "onPointRow" | "onChooseRow"> {
  readonly node: BarNode;
  readonly lit: boolean;
}

function BarItem(props: BarItemProps): JSX.Element {
  const { node, lit, litRow, chosenRow, onPointRow, onChooseRow } = props;
  const { row, rows, amount } = node;
  const decimals = useSlice(scoreDecimals);
  const number = <span class="number">{formatAdded(amount, decimals)}</span>;
  return (
    <li data-lit={lit}>
      {row ? (
        <button
          type="button"
          class="links-node"
          aria-pressed={row.id === chosenRow}
          onPointerMove={() => row.id !== litRow && onPointRow(row.id)}
          onFocus={() => onPointRow(row.id)}
          onBlur={() => onPointRow(null)}
          onClick={() => onChooseRow(row.id)}
        >
          <span>{row.name}</span>
          {number}
        </button>
      ) : (
        <span class="links-node">
          <span>{plural(rows, "other row", "other rows")}</span>
          {number}
        </span>
      )}
    </li>
  );
}

interface FunctionItemProps extends Pick<
  LinksProps,
  "litFunction" | "chosenFunction" | "onPointFunction" | "onChooseFunction"
> {
  readonly node: FunctionNode;
  readonly lit: boolean;
}

function FunctionItem(props: FunctionItemProps): JSX.Element {
  const { node, lit, litFunction, chosenFunction, onPointFunction, onChooseFunction } = props;
  const { own, barcode, functions, amount } = node;
  const decimals = useSlice(scoreDecimals);
  const inside = (
    <>
      <span class="links-function">
        <span aria-hidden="true">
          <BarcodeLabel kind={kindOf(barcode)} />
        </span>
        <span>
          {own ? (
            <>
              <span class="visually-hidden">function </span>
              {own.number}
            </>
          ) : (
            `${formatCount(functions)} ${functions === 1 ? "other" : "others"}`
          )}
          <span class="visually-hidden"> of {BARCODES[barcode]}</span>
        </span>
      </span>
      <span class="number">{formatAdded(amount, decimals)}</span>
    </>
  );
  return (
    <li data-lit={lit}>
      {own ? (
        <button
          type="button"
          class="links-node"
          aria-pressed={own.id === chosenFunction}
          onPointerMove={() => own.id !== litFunction && onPointFunction(own)}
          onFocus={() => onPointFunction(own)}
          onBlur={() => onPointFunction(null)}
          onClick={() => onChooseFunction(own)}
        >
          {inside}
        </button>
      ) : (
        <span class="links-node">{inside}</span>
      )}
    </li>
  );
}

interface LinkLinesProps {
  readonly bands: Bands;
  readonly width: number;
  readonly columns: Shape["columns"];
  readonly lit: LinkHighlight;
}

const curve = linkHorizontal<unknown, readonly [number, number]>();

/** The lines between the columns. The lines of a lit bar continue to the score with the width of its contribution. */
function LinkLines({ bands, width, columns, lit }: LinkLinesProps): JSX.Element {
  const { height, scale, toFunctions, toScore } = bands;
  const edges = columns.map((_, i) => width * columns.slice(0, i + 1).reduce((sum, share) => sum + share, 0));
  const [bars, functions, functionsEnd, score] = [edges[0]!, edges[1]!, edges[2]!, edges[3]!];
  const idle = lit.row === null && lit.own === null;
  const onlyFunction = lit.row === null && lit.own !== null;
  const line = (
    key: string,
    [start, from]: readonly [number, number],
    [end, to]: readonly [number, number],
    amount: number,
    on: boolean,
  ): JSX.Element => (
    <path
      key={key}
      class={amount < 0 ? "negative" : "positive"}
      data-lit={idle ? undefined : on}
      stroke-width={Math.abs(amount) * scale}
      d={curve({ source: [start, from], target: [end, to] }) ?? ""}
    />
  );
  const throughRow = lit.row ? [...lit.links] : [];
  return (
    <svg class="links-lines" width={width} height={height} aria-hidden="true">
      {toFunctions.map(({ link, from, to, amount }, i) =>
        line(`link ${i}`, [bars, from], [functions, to], amount, lit.links.has(link)),
      )}
      {toScore.map(({ of, from, to, amount }, i) =>
        line(`score ${i}`, [functionsEnd, from], [score, to], amount, onlyFunction && of === lit.own),
      )}
      {throughRow.map(({ to: node, amount }, i) => {
        const whole = toScore.find(({ of }) => of === node)!;
        return line(`part ${i}`, [functionsEnd, whole.from], [score, whole.to], amount, true);
      })}
    </svg>
  );
}

interface LinkSentenceProps {
  readonly links: LinkDiagram;
  readonly target: ScoreTarget;
  /** Name of the explained number. */
  readonly name: string;
  readonly lit: LinkHighlight;
}

/** The highlighted paths with their numbers, and the vertices of the bar. */
function LinkSentence({ links, target, name, lit }: LinkSentenceProps): JSX.Element {
  const names = useSlice(({ inspection }) => inspection?.graph.names);
  const decimals = useSlice(scoreDecimals);
  const row = lit.row?.row ?? null;
  const own = lit.own?.own ?? null;
  const [link] = lit.links;
  return (
    <p class="links-sentence" aria-live="polite" data-unpictured={row || own ? undefined : ""}>
      {row ? (
        <>
          <b>{row.name}</b>
          {own && link
            ? describeLink(row, link, target, name, decimals)
            : describeRow(links, row, target, name, decimals)}{" "}
          {describeEnds(row, (vertex) => vertexName({ names }, vertex))}
        </>
      ) : own ? (
        <>
          <b>{nameOfFunction(own)}</b>
          {describeFunctionLinks(links, own, target, name, decimals)}
        </>
      ) : (
        "Point at a bar or a function to highlight its lines and to read its path. Click it to keep it selected."
      )}
    </p>
  );
}
