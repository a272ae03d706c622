import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { indexIn } from "../../../domain/graph/subject";
import { useAct, useShown, useSlice } from "../../context";
import { nameOfClass } from "../../../domain/text/format";
import { outputsOf } from "../../../domain/text/predictions";
import type { Explained } from "../../../engine/calls";
import type { AnalysisResult } from "../../../services/inspection/analysisEngine";
import type { CoordinateId, CoordinatesView, ReadoutPicture } from "../../../store/state";
import { lazily } from "../../shell/lazily";
import { Switch } from "../../shell/Switch";
import type { SwitchChoice } from "../../shell/Switch";
import { rowsOf } from "../why/rows";
import type { Row } from "../why/row";
import { AgainstChoice } from "../why/AgainstChoice";
import { useDecimals } from "../why/decimals";
import { biasFor, nameOfTarget, sumWords, targetOf } from "../why/target";
import type { Against } from "../why/target";
import { verdictOf } from "../why/verdict";
import { ActiveFunctions } from "./ActiveFunctions";
import { rangeOf } from "./frame";
import { FunctionDetails } from "./FunctionDetails";
import { FunctionList } from "./FunctionList";
import { CoordinatesPlot } from "./CoordinatesPlot";
import { FunctionTable } from "./FunctionTable";
import { Importance } from "./Importance";
import { functionsOf, isFinite2d, sharesOf, strongest, towards, TYPE_OF } from "./functions";
import type { ReadCoordinateFunction, Shares } from "./functions";
import type { TopBar } from "./top";
import { nearestRow } from "./wanted";

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

const Links = lazily(() => import("../links/Links").then((module) => module.Links));

interface HatsProps {
  readonly index: number;
  readonly result: AnalysisResult<Explained>;
  readonly asTable: boolean;
}

/** The selection for the details below the picture, other than the coordinate function of the view. */
type Chosen =
  /** A bar of the current graph. */
  | { readonly type: "bar"; readonly index: number; readonly id: Row["id"] }
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
  const view = useSlice(({ view }) => view.coordinatesView);
  const change = (change: Partial<CoordinatesView>): void =>
    act({ type: "view", change: { coordinatesView: { ...view, ...change } } });
  const [open, setOpen] = useState(false);
  const picture = useSlice(({ view }) => view.readoutPicture);
  const [pointed, setPointed] = useState<CoordinateId | null>(null);
  const [chosen, setChosen] = useState<Chosen>(null);

  // A link may name a class that does not exist.
  const wantedClass = view.class !== null && view.class < logits.length ? view.class : null;
  const wanted = wantedClass ?? verdictOf(logits).predicted;
  const nameOf = (label: number): string => nameOfClass(classes, label);
  const [against, setAgainst] = useState<Against>("none");
  const target = targetOf(logits, wanted, against);
  const regression = summary != null && summary.targets !== null;
  const decimals = useDecimals();
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
  const rowOf = (id: string | null): Row | null => rows.find((row) => row.id === id) ?? null;
  const pinned = rowOf(chosenBar) ?? (arriving ? nearestRow(rows, arriving.top.bar) : null);
  const lit = rowOf(highlight?.type === "bar" ? highlight.id : null) ?? pinned;
  const focusId = (named(pointed) ?? chosenHat)?.id;
  const focus = aimed.find(({ id }) => id === focusId) ?? null;
  const inPlane = focus && isFinite2d(focus.barcode) ? focus.barcode : view.square;

  const light = (id: Row["id"] | null): void => {
    const now = id ?? pinned?.id ?? null;
    if ((highlight?.type === "bar" ? highlight.id : null) !== now)
      act({ type: "view", change: { highlight: now === null ? null : { type: "bar", id: now } } });
  };
  const chooseFunction = ({ id }: ReadCoordinateFunction): void => {
    setChosen(null);
    change({ coordinate: chosenHat?.id === id ? null : id });
    if (!arriving) act({ type: "view", change: { highlight: null } });
  };
  const chooseBar = (id: Row["id"]): void => {
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
          {(epoch ?? step) === 0 && ", untrained weights"}: {regression ? "prediction" : "score of"}
        </span>
        {!regression && (
          <select
            aria-label="Class whose score is explained"
            value={wantedClass === null ? "" : String(wantedClass)}
            onChange={({ currentTarget: { value } }) =>
              change({ class: value === "" ? null : Number(value) })
            }
          >
            <option value="">{nameOfClass(classes, verdictOf(logits).predicted)}, prediction</option>
            {Array.from(logits, (_, of) => (
              <option key={of} value={String(of)}>
                {nameOfClass(classes, of)}
              </option>
            ))}
          </select>
        )}
        {logits.length > 1 && !asTable && (
          <AgainstChoice
            of={wanted}
            classes={logits.length}
            chosen={against}
            nameOf={nameOf}
            onChoose={setAgainst}
          />
        )}
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
