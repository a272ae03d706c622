import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { indexIn } from "../../../domain/graph/subject";
import { useAct, useShown, useSlice } from "../../../ui/context";
import { nameOfClass, plural } from "../../../domain/text/format";
import { outputsOf } from "../../../domain/training/metric";
import type { Explained } from "../../../engine/calls";
import type { AnalysisResult } from "../../../services/inspection/analysisEngine";
import type { CoordinateId, ReadoutView, ReadoutPicture } from "../../../store/state";
import { Switch } from "../../../ui/Switch";
import type { SwitchChoice } from "../../../ui/Switch";
import type { ContributionRow } from "../../../domain/contributions/bars";
import { rangeOf } from "./marks";
import { FunctionDetails } from "./FunctionDetails";
import { FunctionList, ActiveFunctions } from "./FunctionList";
import { CoordinatesPlot } from "./CoordinatesPlot";
import { Importance } from "./Importance";
import { functionsOf, isFinite2d, sharesOf, strongest, towards, TYPE_OF } from "./functions";
import type { ReadCoordinateFunction, Shares, Ranking } from "./functions";
import type { TopBar } from "./words";
import { scoreDecimals } from "../../../store/selectors";
import { Links } from "../links/Links";
import type { Bar } from "../../../domain/graph/graph";
import type { BarcodeName, ClassSummary } from "../../../protocol";
import {
  formatAdded,
  verdictOf,
  biasFor,
  nameOfTarget,
  sumWords,
  targetOf,
  rowsOf,
} from "../../../domain/contributions/bars";
import { BARCODES, describeFunction, formatNumber } from "./words";

/** Initial number of drawn and listed coordinate functions per barcode. */
const OF_EACH = 3;
/** Barcodes that the square can show. */
const PLANES = [
  { id: "h0", title: "B₀" },
  { id: "h1Extended", title: "B₁ extended" },
] as const;

const PICTURES: readonly SwitchChoice<ReadoutPicture>[] = [
  { id: "diagram", title: "Diagram" },
  { id: "paths", title: "Paths to the score" },
];

interface HatsProps {
  readonly index: number;
  readonly result: AnalysisResult<Explained>;
  readonly asTable: boolean;
}

/** The selection for the details below the picture, other than the coordinate function of the view. */
type Chosen =
  /** A bar of the current graph. */
  | { readonly type: "bar"; readonly index: number; readonly id: ContributionRow["id"] }
  /** A bar of a graph that is not in view yet. */
  | { readonly type: "top"; readonly top: TopBar }
  | null;

/** The coordinate functions over the bars of a graph, and the details of the selected one. */
export function Coordinates({
  index,
  result: { answer, epoch, step },
  asTable,
}: HatsProps): JSX.Element | null {
  const act = useAct();
  const summary = useSlice(({ data }) => data?.summary);
  const classes = summary && outputsOf(summary);
  const highlight = useSlice(({ view }) => view.highlight);
  const { scores, filter, logits } = answer;
  const view = useSlice(({ view }) => view.readoutView);
  const change = (change: Partial<ReadoutView>): void =>
    act({ type: "view", change: { readoutView: { ...view, ...change } } });
  const [open, setOpen] = useState(false);
  const picture = useSlice(({ view }) => view.readoutPicture);
  const [pointed, setPointed] = useState<CoordinateId | null>(null);
  const [chosen, setChosen] = useState<Chosen>(null);

  // A link may name a class that does not exist.
  const wantedClass = view.class !== null && view.class < logits.length ? view.class : null;
  const wanted = wantedClass ?? verdictOf(logits).predicted;
  const nameOf = (label: number): string => nameOfClass(classes, label);
  const target = targetOf(logits, wanted, view.against);
  const regression = summary != null && summary.targets !== null;
  const decimals = useSlice(scoreDecimals);
  const targetName = regression ? nameOf(0) : nameOfTarget(target, nameOf);
  const coordinates = useMemo(() => functionsOf(answer), [answer]);
  const aimed = useMemo(() => towards(coordinates, target), [coordinates, target.of, target.against]);
  const rows = useMemo(() => (scores ? rowsOf(scores, filter) : []), [scores, filter]);
  const shares = useMemo(
    () => new Map(answer.hats.map((read) => [read.barcode, sharesOf(read, filter, rows)])),
    [answer, filter, rows],
  );
  const range = useMemo(() => rangeOf(filter), [filter]);
  const ofEach = open ? Number.POSITIVE_INFINITY : OF_EACH;
  const ranking = useMemo(() => strongest(aimed, wanted, ofEach), [aimed, wanted, ofEach]);

  // Highlights the linked bar as soon as its graph is in view.
  const { subject } = useShown();
  const there = indexIn(subject) === index;
  const arriving = chosen?.type === "top" && chosen.top.graph === index ? chosen : null;
  useEffect(() => {
    if (!arriving || !there) return;
    const row = nearestRow(rows, arriving.top.bar);
    if (row) act({ type: "view", change: { highlight: { type: "bar", id: row.id } } });
  }, [arriving, there, rows]);

  const named = (id: CoordinateId | null): ReadCoordinateFunction | null =>
    coordinates.find((coordinate) => coordinate.id === id) ?? null;
  const chosenHat = named(view.coordinate);
  const chosenBar = chosen?.type === "bar" && chosen.index === index ? chosen.id : null;
  const rowOf = (id: string | null): ContributionRow | null => rows.find((row) => row.id === id) ?? null;
  const pinned = rowOf(chosenBar) ?? (arriving ? nearestRow(rows, arriving.top.bar) : null);
  const lit = rowOf(highlight?.type === "bar" ? highlight.id : null) ?? pinned;
  const focusId = (named(pointed) ?? chosenHat)?.id;
  const focus = aimed.find(({ id }) => id === focusId) ?? null;
  const inPlane = focus && isFinite2d(focus.barcode) ? focus.barcode : view.square;

  const light = (id: ContributionRow["id"] | null): void => {
    const now = id ?? pinned?.id ?? null;
    if ((highlight?.type === "bar" ? highlight.id : null) !== now)
      act({ type: "view", change: { highlight: now === null ? null : { type: "bar", id: now } } });
  };
  const chooseFunction = ({ id }: ReadCoordinateFunction): void => {
    setChosen(null);
    change({ coordinate: chosenHat?.id === id ? null : id });
    if (!arriving) act({ type: "view", change: { highlight: null } });
  };
  const chooseBar = (id: ContributionRow["id"]): void => {
    const same = chosenBar === id;
    setChosen(same ? null : { type: "bar", index, id });
    change({ coordinate: null });
    act({ type: "view", change: { highlight: same ? null : { type: "bar", id } } });
  };
  const sharesIn = (coordinate: ReadCoordinateFunction): readonly Shares[] =>
    shares.get(coordinate.barcode) ?? [];
  const ofBar = rowOf(chosenBar);
  const barcodeOfBar = ofBar && answer.hats.find(({ barcode }) => TYPE_OF[barcode] === ofBar.type)?.barcode;
  const barShares = barcodeOfBar && shares.get(barcodeOfBar)?.find(({ row }) => row === ofBar);
  if (!scores) return null;
  return (
    <>
      <div class="coordinates-asked">
        <span>
          Graph {index + 1}
          {(epoch ?? step) === 0 && ", untrained weights"}: {regression ? "prediction" : targetName}
        </span>
        {!asTable && (
          <Switch
            legend="Picture"
            choices={PICTURES}
            chosen={picture}
            onChoose={(chosen) => act({ type: "view", change: { readoutPicture: chosen } })}
          />
        )}
        {answer.hats.length > 3 && !asTable && picture === "diagram" && (
          <Switch
            legend="Barcode in the square"
            choices={PLANES}
            chosen={inPlane}
            onChoose={(square) => change({ square })}
          />
        )}
      </div>
      {asTable ? (
        <FunctionTable
          ranking={strongest(coordinates, wanted, ofEach)}
          logits={logits}
          classes={classes}
          onOpen={setOpen}
        />
      ) : picture === "paths" ? (
        <Links
          explained={answer}
          target={target}
          name={targetName}
          litRow={lit?.id ?? null}
          litFunction={focus?.id ?? null}
          chosenRow={pinned?.id ?? null}
          chosenFunction={chosenHat?.id ?? null}
          onPointRow={light}
          onChooseRow={chooseBar}
          onPointFunction={(coordinate) => setPointed(coordinate?.id ?? null)}
          onChooseFunction={chooseFunction}
        />
      ) : (
        <div class="coordinates-stage">
          <div class="coordinates-picture" data-picture>
            <CoordinatesPlot
              label={`Bars of graph ${index + 1} with the coordinate functions that read them. Arrow keys move through the bars; Enter lists the functions that respond.`}
              rows={rows}
              coordinates={ranking.first}
              range={range}
              inPlane={inPlane}
              wanted={wanted}
              focus={
                focus && {
                  coordinate: focus,
                  added: new Map(
                    sharesIn(focus).map(({ row, shares }) => [
                      row.id,
                      shares[focus.number - 1]! * focus.gradient[wanted]!,
                    ]),
                  ),
                }
              }
              lit={lit}
              onPointBar={light}
              onChooseBar={chooseBar}
              onPointHat={(coordinate) => setPointed(coordinate?.id ?? null)}
              onChooseFunction={chooseFunction}
            />
          </div>
          <FunctionList
            ranking={ranking}
            wanted={wanted}
            name={targetName}
            sum={sumWords(logits, target, decimals)}
            bias={biasFor(scores, target)}
            open={open}
            onOpen={setOpen}
            lit={pointed}
            chosen={chosenHat?.id ?? null}
            onPoint={(coordinate) => setPointed(coordinate?.id ?? null)}
            onChoose={chooseFunction}
          />
        </div>
      )}
      {!asTable && (
        <p class="coordinates-key" data-picture>
          {picture === "paths" ? "A line" : focus ? "A bar there" : "In this graph the function"}
          <span class="positive">raises</span>
          <span class="negative">lowers</span>
          the {targetName}
        </p>
      )}
      {chosenHat ? (
        <FunctionDetails
          coordinate={chosenHat}
          shares={sharesIn(chosenHat)}
          wanted={wanted}
          classes={classes ?? []}
          shown={arriving ? arriving.top : null}
          onShow={(top) => {
            setChosen({ type: "top", top });
            act({ type: "show", subject: { type: "graph", index: top.graph } });
          }}
        />
      ) : ofBar && barShares ? (
        <ActiveFunctions
          row={ofBar}
          coordinates={coordinates.filter(({ barcode }) => barcode === barcodeOfBar)}
          shares={barShares}
          wanted={wanted}
          classes={classes ?? []}
          onPoint={(coordinate) => setPointed(coordinate?.id ?? null)}
          onChoose={chooseFunction}
        />
      ) : (
        <p class="model-hint coordinates-idle">
          Select a coordinate function to see its top bars over all graphs, or a bar in the picture to see
          which functions respond to it.
        </p>
      )}
      <Importance
        chosen={chosenHat?.id ?? null}
        onChoose={(id) => {
          const coordinate = named(id);
          if (coordinate) chooseFunction(coordinate);
        }}
      />
    </>
  );
}

// Finds a bar again that was named with other weights or in another batch.

/** Farther apart they are not the same bar. */
const NEAR = 1e-3;

/** The row whose bars are the nearest to this one; null: none is near. */
export function nearestRow(
  rows: readonly ContributionRow[],
  bar: Pick<Bar, "kind" | "direction" | "birth" | "death">,
): ContributionRow | null {
  let best: ContributionRow | null = null;
  let nearest = NEAR;
  for (const row of rows) {
    if (row.type !== TYPE_OF[bar.kind as BarcodeName] || row.direction !== bar.direction) continue;
    const apart = Math.abs(row.birth - bar.birth) + Math.abs((row.death ?? 0) - (bar.death ?? 0));
    if (apart < nearest) [best, nearest] = [row, apart];
  }
  return best;
}

interface FunctionTableProps {
  readonly ranking: Ranking;
  readonly logits: Float64Array;
  readonly classes: readonly ClassSummary[] | undefined;
  readonly onOpen: (open: boolean) => void;
}

/** The coordinate functions of the picture as a table, as an alternative to it. */
function FunctionTable({
  ranking: { first, rest },
  logits,
  classes,
  onOpen,
}: FunctionTableProps): JSX.Element {
  const decimals = useSlice(scoreDecimals);
  return (
    <div class="coordinates-table" tabIndex={0} role="region" aria-label="Coordinate functions as a table">
      <table class="view-table">
        <caption>
          {plural(first.length, "coordinate function", "coordinate functions")}: formula, value for the graph,
          contribution to each score
        </caption>
        <thead>
          <tr>
            <th scope="col">Function</th>
            <th scope="col">Activation</th>
            {Array.from(logits, (_, of) => (
              <th key={of} scope="col">
                {nameOfClass(classes, of)}
              </th>
            ))}
            <th scope="col">Formula</th>
          </tr>
        </thead>
        <tbody>
          {first.map((coordinate) => (
            <tr key={coordinate.id}>
              <th scope="row">
                {BARCODES[coordinate.barcode]} {coordinate.number}
              </th>
              <td>{formatNumber(coordinate.value)}</td>
              {Array.from(coordinate.contributions, (added, of) => (
                <td key={of}>{formatAdded(added, decimals)}</td>
              ))}
              <td class="coordinates-words">{describeFunction(coordinate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button
        type="button"
        class="button"
        aria-expanded={rest === null}
        onClick={() => onOpen(rest !== null)}
      >
        {rest ? `Also the ${plural(rest.coordinates, "other", "others")}` : "Only the strongest"}
      </button>
    </div>
  );
}
