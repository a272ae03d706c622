import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useApp, useSlice } from "../../context";
import type { ComparedPair } from "../../../engine/calls";
import type { Part } from "../../../protocol";
import type { AnalysisResult } from "../../../services/inspection/analysisEngine";
import { withoutTraining } from "../../../store/selectors";
import type { Data, State } from "../../../store/state";
import { Switch } from "../../shell/Switch";
import { standing } from "../answers";
import { partsOf } from "../parts";
import { useAnalysis } from "../useAnalysis";
import { graphInView, NoGraph } from "../NoGraph";
import { AgreementMatrix } from "./AgreementMatrix";
import { candidatesOf, learnsFilter, pairOf } from "./candidates";
import type { Candidate } from "./candidates";
import { ChoosePair } from "./ChoosePair";
import { ChosenGraphs } from "./ChosenGraphs";
import { Evolution } from "./Evolution";
import { GraphPair } from "./GraphPair";
import { OtherSeed } from "./OtherSeed";
import { RightTable } from "./RightTable";
import { RunTable } from "./RunTable";
import { TauPlot } from "./TauPlot";
import { meanOf, rowsOf } from "./taus";
import type { Choice } from "./taus";
import { agreementWords, splitWords } from "./words";

const pick = ({ run, data, keptRuns, view }: State): Pick<State, "run" | "data" | "keptRuns" | "view"> => ({
  run,
  data,
  keptRuns,
  view,
});

/** Compares two runs on the current data set. */
export function Compare({
  data,
  run,
  asTable,
}: {
  readonly data: Data;
  readonly run: number;
  readonly asTable: boolean;
}): JSX.Element | null {
  const { store } = useApp();
  /** The state from which the candidates are built; during training it changes once per epoch. */
  const seen = useSlice(
    ({ run, keptRuns, view }) =>
      `${run?.id} ${run?.phase === "running" || run?.stepsDone} ${run?.snapshots.length} ${view.epoch} ${keptRuns.map(({ id, saved }) => `${id} ${saved}`).join()}`,
  );
  const candidates = useMemo(() => candidatesOf(pick(store.state.peek()), Date.now()), [store, seen, data]);
  const beside = useSlice(({ comparedRun }) => comparedRun);
  const refused = useSlice(withoutTraining);
  const [wanted, setWanted] = useState<readonly [string, string | null]>(["view", null]);
  useEffect(() => {
    if (beside !== null) setWanted(["view", `kept ${beside}`]);
  }, [beside]);
  const [wantedPart, setPart] = useState<Part>("test");
  const offered = partsOf(data.rows);
  const part = (offered.find(({ id }) => id === wantedPart) ?? offered[0]!).id;
  if (!candidates) return null;
  const [one, other] = pairOf(candidates, wanted);
  const choose = (keys: readonly [string, string | null]): void => setWanted(keys);
  const runs = [candidates.view, ...candidates.kept].filter(
    (candidate) => candidate.refused === null && learnsFilter(candidate),
  );
  const weights = `${run} ${candidates.view.steps}`;
  return (
    <>
      <ChoosePair
        candidates={candidates}
        chosen={[one, other]}
        onChoose={(place, key) =>
          choose(place === 0 ? [key, wanted[1] ?? other?.key ?? null] : [wanted[0], key])
        }
      />
      {other === null ? (
        <p class="model-hint">
          {refused === null
            ? "There is nothing to compare yet. Train this run to compare its epochs. Then start another run with a different seed, fold, model or setting: the browser stores this run, and you can select it here."
            : `There is nothing to compare. ${refused}`}
        </p>
      ) : (
        <>
          <Switch legend="Part of the split" choices={offered} chosen={part} onChoose={setPart} />
          <Pair data={data} run={run} pair={[one, other]} part={part} weights={weights} asTable={asTable} />
        </>
      )}
      {learnsFilter(candidates.view) && <Evolution key={run} />}
      {refused === null && !candidates.view.summary.logged && <OtherSeed summary={candidates.view.summary} />}
      {runs.length >= 3 && (
        <AgreementMatrix
          candidates={runs}
          part={part}
          weights={weights}
          chosen={[one, other]}
          onChoose={(first, second) => choose([first.key, second.key])}
        />
      )}
    </>
  );
}

/** A run with the weights of the response. */
function answered(candidate: Candidate, { epoch, step }: AnalysisResult<unknown>): Candidate {
  if (candidate.key !== "view") return candidate;
  const steps = epoch === null ? step : epoch * candidate.summary.stepsPerEpoch;
  return { ...candidate, steps, seconds: steps === candidate.steps ? candidate.seconds : null };
}

interface PairProps {
  readonly data: Data;
  readonly run: number;
  readonly pair: readonly [Candidate, Candidate];
  readonly part: Part;
  readonly weights: string;
  readonly asTable: boolean;
}

function Pair({ data, run, pair, part, weights, asTable }: PairProps): JSX.Element {
  const index = useSlice(graphInView);
  const asked: ComparedPair = [pair[0].compared, pair[1].compared];
  const { result, waiting, error } = useAnalysis("compare", [part, asked], true, asked);
  const graph = useAnalysis("compareGraph", index === null ? null : [index, asked], true, asked);
  // The response may belong to earlier weights than those in view.
  const seen = result ? ([answered(pair[0], result), answered(pair[1], result)] as const) : pair;
  // Ignores a response for the previous run.
  const compared = result?.run === run ? result.answer : null;
  const rows = useMemo(() => (compared ? rowsOf(compared, data.rows) : []), [compared, data.rows]);
  const labelled = data.rows[0]?.class !== null;
  const taus = compared?.agreement?.taus ?? null;
  const mean = taus && meanOf(taus);
  const [chosen, setChoice] = useState<Choice>({ type: "tau", bin: null });
  const choice: Choice =
    compared && !compared.agreement && chosen.type === "tau" ? { type: "tau", bin: null } : chosen;
  return (
    <>
      <div class="compare-finding" data-picture aria-busy={compared === null}>
        <p>{compared && error === null ? agreementWords(compared, seen, part) : standing(waiting, error)}</p>
        <p class="model-hint">{compared && splitWords(compared, part)}</p>
      </div>
      <RunTable pair={seen} compared={compared} />
      {index === null ? (
        <NoGraph />
      ) : (
        <GraphPair
          index={index}
          compared={graph.result?.run === run ? graph.result.answer : null}
          asTable={asTable}
        />
      )}
      <div class="compare-counts" data-picture>
        {taus && mean !== null && (
          <TauPlot
            taus={taus}
            mean={mean}
            chosen={choice.type === "tau" ? choice.bin : null}
            onChoose={(bin) =>
              setChoice({ type: "tau", bin: choice.type === "tau" && choice.bin === bin ? null : bin })
            }
          />
        )}
        {labelled && (
          <RightTable
            rows={rows}
            part={part}
            chosen={choice}
            onChoose={(right) => setChoice({ type: "right", ...right })}
          />
        )}
      </div>
      {compared && (
        <ChosenGraphs
          data={data}
          run={run}
          rows={rows}
          mean={mean}
          part={part}
          choice={choice}
          pair={`${run} ${pair[0].key} ${pair[1].key}`}
          weights={weights}
        />
      )}
    </>
  );
}
