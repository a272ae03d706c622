import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAct, useSlice } from "../../context";
import type { Direction } from "../../../domain/graph/graph";
import { nameOfClass } from "../../../domain/text/format";
import { rangeOfLog } from "../../../store/selectors";
import type { ClassesView, Data } from "../../../store/state";
import { Switch } from "../../shell/Switch";
import { isUntrained, standing, weightsOf } from "../answers";
import { partsOf } from "../parts";
import { useAnalysis } from "../useAnalysis";
import { ClassCurves } from "./ClassCurves";
import { ClassKey } from "./ClassKey";
import { ClassTable } from "./ClassTable";
import { Densities } from "./Densities";
import { FillingGraphs } from "./FillingGraphs";
import { cellsOf } from "./grids";
import type { Scale } from "./grids";
import { describeTest, findingOf } from "./testWords";
import { describeCell, describePoint, whereLoopsEnd } from "./words";

const DIRECTIONS: readonly { readonly id: Direction; readonly title: string }[] = [
  { id: "sub", title: "Sublevel" },
  { id: "super", title: "Superlevel" },
];
const SCALES: readonly { readonly id: Scale; readonly title: string }[] = [
  { id: "vertices", title: "Per 100 vertices" },
  { id: "graph", title: "Per graph" },
];

interface ClassesProps {
  readonly data: Data;
  readonly run: number;
  readonly asTable: boolean;
}

/** Compares the bars of two classes over one part of the split. */
export function Classes({ data, run, asTable }: ClassesProps): JSX.Element {
  const { rows } = data;
  const { classes } = data.summary;
  const nameOf = (label: number): string => nameOfClass(classes, label);
  const offered = partsOf(rows);
  const view = useSlice(({ view }) => view.classesView);
  const { part: wanted, direction, scale } = view;
  // Grids from 0 to 1 do not contain the values of every run log.
  const outside = useSlice(({ run }) => run !== null && rangeOfLog(run) !== null);
  const stretched = view.stretched || outside;
  const act = useAct();
  const change = (change: Partial<ClassesView>): void =>
    act({ type: "view", change: { classesView: { ...view, ...change } } });
  // A link may name classes that do not exist.
  const isClass = (label: number): boolean => label < classes.length;
  const compared = view.compared?.every(isClass) ? view.compared : [0, 1].slice(0, classes.length);
  const chosen = view.filling && isClass(view.filling.class) ? view.filling : null;
  const [point, setPoint] = useState<number | null>(null);
  const [lit, setLit] = useState<number | null>(null);
  const extended = useSlice((state) => state.run?.summary.config.extended === true);
  const part = (offered.find(({ id }) => id === wanted) ?? offered[0]!).id;

  const { result, waiting, error } = useAnalysis("classes", [part, stretched]);
  // Ignores a response for the previous run.
  const own = result?.run === run ? result : null;
  const bars = own?.answer ?? null;
  const untrained = own !== null && isUntrained(own);
  const aspect = { direction, scale };
  const [first, second] = compared;
  const pair = first !== undefined && second !== undefined ? ([first, second] as const) : null;
  const tested = useAnalysis(
    "classDifferences",
    pair && [
      {
        part,
        stretched,
        direction: direction === "sub" ? "sublevel" : "superlevel",
        perVertex: scale === "vertices",
        classes: [...pair],
      },
    ],
  );
  // Tests and densities are of the same weights.
  const tests =
    own &&
    tested.result?.run === own.run &&
    tested.result.step === own.step &&
    tested.result.epoch === own.epoch
      ? tested.result.answer
      : null;
  const testOf = (cell: number): string => {
    const found = tests?.cells.find((one) => one.cell === cell);
    return pair && found ? ` ${describeTest(found, nameOf, pair[0])}` : "";
  };
  const shared = { aspect, compared, nameOf };
  const reading =
    bars && lit !== null
      ? describeCell(bars, aspect, compared, lit, nameOf) + testOf(lit)
      : bars && point !== null
        ? describePoint(bars, aspect, compared, point, nameOf)
        : null;
  return (
    <>
      <p class="class-finding" aria-busy={bars === null || (pair !== null && tests === null)}>
        {bars === null || error !== null
          ? standing(waiting, error)
          : tested.error !== null
            ? standing(false, tested.error)
            : pair
              ? findingOf({ bars, scale, tests, classes: pair, part, untrained, nameOf })
              : "The data set has one class, so there is nothing to compare. The curves and the density are those of this class."}
      </p>
      <div class="class-controls">
        <Switch
          legend="Part of the split"
          choices={offered}
          chosen={part}
          onChoose={(part) => change({ part })}
        />
        <Switch
          legend="Direction of the filtration"
          choices={DIRECTIONS}
          chosen={direction}
          onChoose={(direction) => change({ direction })}
        />
        <Switch
          legend="Normalization of bar counts"
          choices={SCALES}
          chosen={scale}
          onChoose={(scale) => change({ scale })}
        />
        <label class="class-stretch">
          <input
            type="checkbox"
            checked={stretched}
            disabled={outside}
            onChange={({ currentTarget }) => change({ stretched: currentTarget.checked })}
          />
          only the range of f
        </label>
      </div>
      <ClassKey
        {...shared}
        bars={bars}
        count={classes.length}
        onCompare={(compared) => change({ compared })}
      />
      {asTable ? (
        bars && <ClassTable {...shared} bars={bars} tests={tests} />
      ) : (
        <div class="class-pictures" data-picture>
          {bars && (
            <>
              <ClassCurves {...shared} bars={bars} point={point} onPoint={setPoint} />
              <p class="class-reading" aria-live="polite" data-unpictured>
                {reading ?? "Point at a curve or a cell to read its values. Click a cell to list its graphs."}
              </p>
              <Densities
                {...shared}
                bars={bars}
                ended={extended}
                lit={lit}
                chosen={chosen}
                onPoint={setLit}
                onChoose={(filling) => change({ filling })}
              />
            </>
          )}
        </div>
      )}
      {extended && <p class="model-hint">{whereLoopsEnd(direction)}</p>}
      {bars && own && chosen && chosen.cell < cellsOf(bars) && (
        <FillingGraphs
          data={data}
          run={run}
          bars={bars}
          weights={weightsOf(own)}
          part={part}
          aspect={aspect}
          compared={compared}
          chosen={chosen}
          nameOf={nameOf}
        />
      )}
    </>
  );
}
