import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAct, useSlice, useApp, useShown } from "../../../ui/context";
import { withoutContributions } from "../../../domain/settings/models";
import { nameOfClass } from "../../../domain/text/format";
import { formatNumber, formatTarget, outputsOf } from "../../../domain/training/metric";
import type { TargetRange } from "../../../domain/training/metric";
import type { Explained } from "../../../engine/calls";
import type { Part } from "../../../protocol";
import type { AnalysisResult } from "../../../services/inspection/analysisEngine";
import { SavePicture } from "../../../ui/picture/SavePicture";
import { Contributions, AgainstChoice } from "./Contributions";
import type { ScoreSummary, ContributionRow, ScoreTarget } from "../../../domain/contributions/bars";
import {
  describeWithout,
  formatScore,
  turns,
  verdictOf,
  biasFor,
  nameOfTarget,
  remainderFor,
  sumWords,
  targetOf,
  rowsOf,
} from "../../../domain/contributions/bars";
import { scoreDecimals } from "../../../store/selectors";
import type { ReadoutView } from "../../../store/state";
import { indexIn } from "../../../domain/graph/subject";
import { barsFromRows, extendedBars } from "../../../domain/persistence/bars";
import { FIT } from "../../../domain/view";
import { GraphView } from "../../../plots/graph/GraphView";
import { UNIT } from "../../../plots/shared/colour";
import { FilterName } from "../../../ui/filters/FilterChoice";
import { ColourChoice, useColouring } from "../../../ui/ColourChoice";
import { doubtOf } from "../Doubt";
import { litBy } from "../../../ui/lit";

const PARTS: Readonly<Record<Part, string>> = {
  train: "training graph",
  validation: "validation graph",
  test: "test graph",
};

interface ExplanationProps {
  readonly index: number;
  readonly result: AnalysisResult<Explained>;
}

/** The prediction of a graph and the reasons for it. */
export function Explanation({ index, result }: ExplanationProps): JSX.Element {
  const summary = useSlice(({ data }) => data?.summary);
  const classes = summary && outputsOf(summary);
  const graph = useSlice(({ data }) => data)?.rows[index];
  const config = useSlice(({ run }) => run?.summary.config);
  const { answer } = result;
  const { logits } = answer;
  const act = useAct();
  const view = useSlice(({ view }) => view.readoutView);
  const choose = (change: Partial<ReadoutView>): void =>
    act({ type: "view", change: { readoutView: { ...view, ...change } } });
  const verdict = useMemo(() => verdictOf(logits), [logits]);
  // A link may name a class that does not exist.
  const chosen = view.class !== null && view.class < logits.length ? view.class : null;
  const wanted = chosen ?? verdict.predicted;
  const nameOf = (of: number): string => nameOfClass(classes, of);
  const regression = summary != null && summary.targets !== null;
  const untrained = (result.epoch ?? result.step) === 0;
  const doubt = useSlice(doubtOf);
  return (
    <>
      <div class="why-title">
        <h2 class="model-title" data-picture>
          {wanted === verdict.predicted ? "Why" : "Why not"}{" "}
          {regression ? formatTarget(verdict.score, summary.targets) : nameOf(wanted)}?
        </h2>
        {answer.scores && <FilterName />}
        <SavePicture name="explanation" />
        {answer.scores && !regression && (
          <select
            aria-label="Class whose score is explained"
            value={chosen === null ? "" : String(chosen)}
            onChange={({ currentTarget: { value } }) =>
              choose({ class: value === "" ? null : Number(value) })
            }
          >
            <option value="">prediction</option>
            {Array.from(logits, (_, of) => (
              <option key={of} value={String(of)}>
                {nameOf(of)}
              </option>
            ))}
          </select>
        )}
      </div>
      <div class="why-asked">
        <p class="model-hint" data-picture>
          Graph {index + 1}
          {graph && `, a ${PARTS[graph.part]}`}
          {untrained && ". These weights are untrained"}.
          {/* The page says it beside the questions; a picture leaves the page. */}
          {doubt !== null && <span class="only-in-pictures"> {doubt}</span>}
        </p>
        {answer.scores && logits.length > 1 && (
          <AgainstChoice
            of={wanted}
            classes={logits.length}
            chosen={view.against}
            nameOf={nameOf}
            onChoose={(against) => choose({ against })}
          />
        )}
      </div>
      {graph && graph.target !== null ? (
        <Estimate target={graph.target} predicted={verdict.score} targets={summary?.targets ?? null} />
      ) : (
        <Answer truth={graph?.class ?? null} verdict={verdict} nameOf={nameOf} />
      )}
      {answer.scores ? (
        <Bars
          index={index}
          explained={answer}
          verdict={verdict}
          target={targetOf(logits, wanted, view.against)}
          nameOf={nameOf}
        />
      ) : (
        <>
          <p class="model-hint">
            {config && withoutContributions(config)} {!regression && "The scores follow."}
          </p>
          <dl class="why-scores" data-picture hidden={regression}>
            {Array.from(logits, (score, of) => (
              <div key={of}>
                <dt>{nameOf(of)}</dt>
                <dd class="number">{formatScore(score)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

interface AnswerProps {
  readonly truth: number | null;
  readonly verdict: ScoreSummary;
  readonly nameOf: (index: number) => string;
}

/** The prediction, the actual class and the score. */
function Answer({ truth, verdict: { predicted, score, next }, nameOf }: AnswerProps): JSX.Element {
  const right = truth === predicted;
  return (
    <dl class="why-answer" data-picture>
      <div>
        <dt>prediction</dt>
        <dd>
          {nameOf(predicted)} {truth !== null && <Mark right={right} />}
        </dd>
      </div>
      {truth !== null && (
        <div>
          <dt>actual</dt>
          <dd>{nameOf(truth)}</dd>
        </div>
      )}
      <div>
        <dt>score</dt>
        <dd class="number">{formatScore(score)}</dd>
      </div>
      {next && (
        <div>
          <dt>lead</dt>
          <dd>
            <span class="number">{formatScore(score - next.score)}</span>{" "}
            <span class="why-second">over {nameOf(next.class)}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface EstimateProps {
  readonly target: number;
  readonly predicted: number;
  /** Those of the data set. */
  readonly targets: TargetRange | null;
}

/** The predicted number, the target and the error. */
function Estimate({ target, predicted, targets }: EstimateProps): JSX.Element {
  return (
    <dl class="why-answer why-estimate" data-picture>
      {[
        ["prediction", formatTarget(predicted, targets)] as const,
        ["actual", formatTarget(target, targets)] as const,
        ["error", formatNumber(Math.abs(predicted - target))] as const,
      ].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Mark({ right }: { readonly right: boolean }): JSX.Element {
  return <span class={right ? "verdict" : "verdict wrong"}>{right ? "✓ right" : "✗ wrong"}</span>;
}

interface BarsProps {
  readonly index: number;
  readonly explained: Explained;
  readonly verdict: ScoreSummary;
  readonly target: ScoreTarget;
  readonly nameOf: (index: number) => string;
}

/** The graph and the bars that decide its prediction. */
function Bars({ index, explained, verdict: { predicted }, target, nameOf }: BarsProps): JSX.Element | null {
  const act = useAct();
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  const highlight = useSlice(({ view }) => view.highlight);
  const [pinnedId, setPinned] = useState<ContributionRow["id"] | null>(null);
  const { scores, filter, logits } = explained;
  const regression = useSlice(({ data }) => data?.summary.targets != null);
  const decimals = useSlice(scoreDecimals);
  const rows = useMemo(() => (scores ? rowsOf(scores, filter) : []), [scores, filter]);
  if (!scores) return null;
  const named = (id: ContributionRow["id"] | null): ContributionRow | null =>
    rows.find((row) => row.id === id) ?? null;
  const pinned = named(pinnedId);
  const lit = named(highlight?.type === "bar" ? highlight.id : null) ?? pinned;
  const light = (row: ContributionRow | null): void =>
    act({ type: "view", change: { highlight: row ? { type: "bar", id: row.id } : null } });
  return (
    <>
      <div class="why-stage" data-picture>
        <WhyGraph index={index} explained={explained} />
        <p class="why-without" aria-live="polite" data-unpictured={lit ? undefined : ""}>
          {lit ? (
            <>
              <b>{lit.name}</b>
              {describeWithout(lit, predicted, nameOf, decimals)}
              {lit.count > 1 && " One of them is highlighted."}
            </>
          ) : (
            <span class="why-idle">
              Point at a row to highlight it here{!logged && " and to read the prediction without it"}. Click
              to keep it selected.
            </span>
          )}
        </p>
      </div>
      <Contributions
        rows={rows}
        target={target}
        name={regression ? nameOf(0) : nameOfTarget(target, nameOf)}
        predicted={predicted}
        sum={sumWords(logits, target, decimals)}
        bias={(logged ? remainderFor : biasFor)(scores, target)}
        lit={lit}
        pinned={pinned}
        onPoint={(row) => light(row ?? pinned)}
        onPin={(row) => {
          setPinned(row === pinned ? null : row.id);
          light(row);
        }}
      />
      <ul class="why-notes">
        <li>
          {logged
            ? "The contributions are those of the run log. Rows and remainder"
            : "Equal bars share a row. Rows and bias"}{" "}
          add up to the last line; each number is rounded separately.
          {!logged && " The bars decide which hidden units are active, and so also the bias."}
        </li>
        <li>
          A feature without a death is essential. “Superlevel”: the bar is born as f decreases from its
          maximum.
        </li>
        <li>Zero-length bars do not contribute and are not listed.</li>
        {!logged && !regression && (
          <li data-picture={rows.some((row) => turns(row, predicted)) ? "" : undefined}>
            ⇄: without these bars the prediction changes. This is computed again from all other bars; it is
            not a difference of these numbers, because the classifier is not linear.
          </li>
        )}
      </ul>
    </>
  );
}

interface WhyGraphProps {
  readonly index: number;
  readonly explained: Explained;
}

/**
 * The graph in the colours of its filter, with the bars of a row highlighted; before the graph arrives, an empty box of the
 * same size.
 */
function WhyGraph({ index, explained }: WhyGraphProps): JSX.Element {
  const { subject, graph } = useShown();
  const there = indexIn(subject) === index && graph.vertices === explained.vertices;
  return (
    // The wheel scrolls the page over so small a picture; with Ctrl it zooms.
    <div class="why-graph" onWheelCapture={(event) => !event.ctrlKey && event.stopPropagation()}>
      {there && <Drawing explained={explained} />}
    </div>
  );
}

function Drawing({ explained }: Pick<WhyGraphProps, "explained">): JSX.Element {
  const { topology, frames } = useApp();
  const act = useAct();
  const { graph } = useShown();
  const highlight = useSlice(({ view }) => view.highlight);
  const selection = useSlice(({ view }) => view.selection);
  const [zoom, setZoom] = useState(FIT);
  const { filter } = explained;
  const bars = useMemo(() => barsOf(explained), [explained]);
  const lit = useMemo(
    () => litBy(topology, graph, bars, filter, highlight, null, selection),
    [topology, graph, bars, filter, highlight, selection],
  );
  const colouring = useColouring(graph, filter.length > 0 ? filter : null, UNIT);
  return (
    <GraphView
      graph={graph}
      filter={filter}
      direction="sub"
      threshold={null}
      lit={lit}
      zoom={zoom}
      colouring={colouring}
      choice={<ColourChoice graph={graph} filter={filter.length > 0 ? filter : null} />}
      positions={undefined}
      onHighlight={(vertex) =>
        act({ type: "view", change: { highlight: vertex === null ? null : { type: "vertex", vertex } } })
      }
      onSelect={(vertex) => act({ type: "view", change: { selection: vertex } })}
      onZoom={setZoom}
      onFrame={frames.record}
    />
  );
}

/** All bars that rows can refer to, with the weights of the request. */
function barsOf({ bars, filter, extendedComponents, extendedLoops }: Explained) {
  const ordinary = barsFromRows(bars, filter);
  if (!extendedComponents || !extendedLoops) return ordinary;
  return [...ordinary, ...extendedBars({ components: extendedComponents, loops: extendedLoops }, filter)];
}
