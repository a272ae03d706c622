import type { JSX } from "preact";
import { useMemo, useState, useRef } from "preact/hooks";
import { useSlice, useApp, useOwnId } from "../../../ui/context";
import { FitSwitch } from "../../../ui/Switch";
import { modelName } from "../../../domain/settings/models";
import { hasEdgesInView, hasVerticesInView, withoutTraining } from "../../../store/selectors";
import { sentence, formatShare } from "../../../domain/text/format";
import type { TrainingConfig, FilterAssociation, FilterBeside } from "../../../protocol";
import { Finding, PairFinding } from "./Finding";
import { nameOfOthers, inOrder, formatExplained, useBeside } from "./association";
import type { BesideFound } from "./association";
import { SwapIn } from "./SwapIn";
import { nameOfQuantity, inTwoParts, definitionOf, useQuantities } from "./quantities";
import type { Quantities } from "./quantities";
import { PARTS_OF } from "../../../domain/settings/settings";
import { choiceLabel, filterName } from "../../../domain/settings/settingWords";
import { useAnalysis } from "../../../ui/useAnalysis";
import { HOW_TO_READ } from "../../../ui/howToRead";
import { PanelHeading } from "../../../ui/Panel";
import { WithoutFilter } from "../placeholders";

/** The quantities, and f against the selected one: until the user selects one, the quantity that explains most. */
function Learned({ ids, names, asTable }: Quantities & { asTable: boolean }): JSX.Element | null {
  const edges = useSlice(hasEdgesInView);
  const { order, found, untrained, waiting, error } = useFindings(ids);
  const [first, setFirst] = useState<string | null>(null);
  const [second, setSecond] = useState<string | null>(null);
  const [fixed, setFixed] = useState<TrainingConfig["fixedFilter"] | null>(null);
  const offered = useSlice(({ data }) => data?.summary.fixedFilters);
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  const beside = useBeside(fixed !== null && !edges && offered?.includes(fixed) ? fixed : null, ids);
  const rows = useSlice(({ data }) => data?.rows);
  const others = useMemo(() => nameOfOthers(rows ?? []), [rows]);
  const chosen = first !== null && ids.includes(first) ? first : order[0];
  if (chosen === undefined) return null;
  const other = second !== null && second !== chosen && ids.includes(second) ? second : null;
  const seen = {
    alone: found,
    names,
    cells: edges ? "edges" : "vertices",
    others,
    untrained,
    asTable,
  } as const;
  return (
    <>
      <FixedFilter />
      {!edges && <OnDegrees />}
      {error !== null && <p class="learned-error">{sentence(error)}</p>}
      <QuantityRows
        waiting={waiting}
        ids={order}
        found={found}
        beside={beside}
        chosen={chosen}
        others={others}
        onChoose={setFirst}
      />
      <div class="level-choices">
        <PairChoice first={chosen} ids={ids} second={other} onChoose={setSecond} />
        {!asTable && <FitSwitch />}
      </div>
      {other === null ? (
        <Finding {...seen} ids={[chosen]} found={found.get(chosen) ?? null} beside={beside} />
      ) : (
        <PairFinding {...seen} first={chosen} second={other} />
      )}
      {/* Fixed filters have values of vertices. */}
      {!edges && (
        <BesideChoice
          chosen={beside === null ? null : fixed}
          found={beside}
          others={others}
          onChoose={setFixed}
        />
      )}
      {/* It evaluates the model with another filter of vertices, and a run log has no weights. */}
      {!logged && !edges && <SwapIn ids={other === null ? [chosen] : [chosen, other]} />}
    </>
  );
}

/** The text for a model without a learned filter. */
function FixedFilter(): JSX.Element | null {
  const model = useSlice(({ run }) => run?.summary.config.model);
  const filter = useSlice(({ run }) => run?.summary.config.fixedFilter);
  if (model !== "ph-only" || filter === undefined) return null;
  return (
    <p class="model-hint">
      {modelName(model)} learns no filter: its f is fixed ({filter.replace("attribute:", "attribute ")}).
    </p>
  );
}

/** For a filter with more input than the degrees: the result of training on the shape of the graph alone. */
function OnDegrees(): JSX.Element | null {
  const { train } = useApp().services;
  const config = useSlice(({ run }) => run?.summary.config);
  const refused = useSlice(withoutTraining);
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  if (refused !== null || !config || logged) return null;
  if (!PARTS_OF[config.model].learnsFilter || !/label|attributes/.test(config.features)) return null;
  const again = async (): Promise<void> => {
    if (await train.reset({ features: "degree" }, "ui")) await train.begin("ui");
  };
  return (
    <p class="on-degrees model-hint">
      f reads {choiceLabel("features", config.features).toLowerCase()} of a vertex.
      <button type="button" class="button" onClick={() => void again()}>
        Train on the degree alone
      </button>
    </p>
  );
}

interface PairChoiceProps {
  readonly first: string;
  readonly ids: readonly string[];
  readonly second: string | null;
  readonly onChoose: (second: string | null) => void;
}

/** A second quantity beside the one that is chosen. */
function PairChoice({ first, ids, second, onChoose }: PairChoiceProps): JSX.Element {
  return (
    <label class="pair-choice">
      <span>
        f against <b>{nameOfQuantity(first)}</b>, together with
      </span>
      <select
        aria-label="Second quantity"
        value={second ?? ""}
        onChange={({ currentTarget }) => onChoose(currentTarget.value || null)}
      >
        <option value="">nothing else</option>
        {ids
          .filter((id) => id !== first)
          .map((id) => (
            <option key={id} value={id}>
              {nameOfQuantity(id)}
            </option>
          ))}
      </select>
    </label>
  );
}

// The share of f that each quantity explains, in two requests: slow quantities arrive later, in rows that exist already.

interface Findings {
  /** The rows. */
  readonly order: readonly string[];
  readonly found: ReadonlyMap<string, FilterAssociation>;
  /** Whether the weights in view are those before the first step. */
  readonly untrained: boolean;
  /** Whether a part of the findings belongs to other weights than those in view. */
  readonly waiting: boolean;
  readonly error: string | null;
}

function useFindings(ids: readonly string[]): Findings {
  const [first, later] = useMemo(() => inTwoParts(ids), [ids]);
  const asked = (part: readonly string[]): [string[][]] | null =>
    part.length > 0 ? [part.map((id) => [id])] : null;
  const now = useAnalysis("associations", asked(first));
  const then = useAnalysis("associations", asked(later), false);
  const found = useMemo(
    () =>
      new Map([
        ...(now.result?.answer ?? []).map((answer, place) => [first[place]!, answer] as const),
        ...(then.result?.answer ?? []).map((answer, place) => [later[place]!, answer] as const),
      ]),
    [now.result, then.result, first, later],
  );
  // Rows are sorted only while training is paused, so that they keep their places while the user follows them from epoch to
  // epoch.
  const resting = useSlice(({ run, view }) => run?.phase !== "running" && view.epoch === null);
  const waiting = now.waiting || then.waiting;
  const complete = found.size === ids.length && !waiting;
  const kept = useRef<{ ids: readonly string[]; order: readonly string[] } | null>(null);
  if (kept.current?.ids !== ids) kept.current = { ids, order: ids };
  if (complete && (resting || kept.current.order === ids)) kept.current = { ids, order: inOrder(ids, found) };
  const untrained = now.result !== null && (now.result.epoch ?? now.result.step) === 0;
  return { order: kept.current.order, found, untrained, waiting, error: now.error ?? then.error };
}

interface BesideChoiceProps {
  /** null: none. */
  readonly chosen: TrainingConfig["fixedFilter"] | null;
  readonly found: BesideFound | null;
  readonly others: string;
  readonly onChoose: (fixed: TrainingConfig["fixedFilter"] | null) => void;
}

/** A fixed filter beside the one of the model, and how far they agree. */
function BesideChoice({ chosen, found, others, onChoose }: BesideChoiceProps): JSX.Element {
  const offered = useSlice(({ data }) => data?.summary.fixedFilters);
  return (
    <>
      <label class="pair-choice">
        <span>Compare f with a fixed filter</span>
        <select
          aria-label="Fixed filter beside f"
          value={chosen ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChoose(offered?.find((filter) => filter === value) ?? null)
          }
        >
          <option value="">none</option>
          {offered?.map((filter) => (
            <option key={filter} value={filter}>
              {filterName(filter)}
            </option>
          ))}
        </select>
      </label>
      {found && (
        <p class="beside-agreement" aria-live="polite">
          {found.error !== null
            ? sentence(found.error)
            : found.comparison
              ? agreementOf(found.name, found.comparison, others)
              : "Comparing …"}
        </p>
      )}
    </>
  );
}

// How far a fixed filter and f order vertices alike, in a sentence.

type Agreement = Pick<FilterBeside, "agreement" | "untied">;

/** Shares of the training graphs and of the others are never mixed. */
export function agreementOf(name: string, { agreement, untied }: Agreement, others: string): string {
  const parts = [
    { where: others, share: agreement[1], untied: untied[1] },
    { where: "training graphs", share: agreement[0], untied: untied[0] },
  ].flatMap(({ where, share, untied }) =>
    share === null || untied === null ? [] : [{ where, share, untied }],
  );
  if (parts.length === 0)
    return `No two vertices of a graph have different values both in f and in the fixed filter (${name}): there is no order to compare.`;
  const shares = parts.map(({ where, share }) => `${formatShare(share)} over the ${where}`);
  const counted = parts.map((part) => formatShare(part.untied));
  return `f and the fixed filter (${name}) order pairs of vertices alike in ${shares.join(", ")}, among the pairs within a graph that neither filter ties: ${counted.join(" and ")} of all pairs.`;
}

interface QuantityRowsProps {
  readonly ids: readonly string[];
  readonly found: ReadonlyMap<string, FilterAssociation>;
  /** A fixed filter beside f; null: none. */
  readonly beside: BesideFound | null;
  readonly chosen: string | null;
  /** Name of the graphs outside the training part. */
  readonly others: string;
  readonly waiting: boolean;
  readonly onChoose: (id: string) => void;
}

/** The share of f that each quantity explains; one quantity is selected. */
function QuantityRows({
  ids,
  found,
  beside,
  chosen,
  others,
  waiting,
  onChoose,
}: QuantityRowsProps): JSX.Element {
  const name = useOwnId();
  return (
    <fieldset class={beside ? "quantities with-beside" : "quantities"} aria-busy={waiting}>
      <legend class="quantities-legend">
        <span>Share of the variance of f</span>
        <span class="quantities-parts">
          <span class="key-others">{others}</span>
          <span class="key-training">training</span>
          <span class="key-chance">chance</span>
        </span>
      </legend>
      {beside && (
        <div class="quantity-row quantities-columns" aria-hidden="true">
          <span>f</span>
          <span>{beside.name}</span>
        </div>
      )}
      {ids.map((id) => (
        <label key={id} class="quantity">
          <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
          <span class="quantity-row">
            <span class="quantity-name">{nameOfQuantity(id)}</span>
            <ShareTrack found={found.get(id) ?? null} />
            <Shares found={found.get(id) ?? null} others={others} of={beside ? "f" : null} />
            {beside && <Shares found={beside.found.get(id) ?? null} others={others} of={beside.name} />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The shares of f as a picture, up to the chance level in a lighter colour: only the rest says something about f. */
function ShareTrack({ found }: { found: FilterAssociation | null }): JSX.Element {
  const [training, held] = found?.etaSquared ?? [null, null];
  const chance = held === null ? null : (found?.chance[1] ?? null);
  const width = (share: number | null): string => `${(100 * Math.max(0, share ?? 0)).toFixed(1)}%`;
  return (
    <span class="share-track">
      <span class="share-others" style={{ width: width(held) }} />
      {chance !== null && (
        <span class="share-chance" style={{ width: width(chance) }}>
          <span class="visually-hidden">, chance level {formatShare(chance)}</span>
        </span>
      )}
      {training !== null && <span class="share-training" style={{ left: width(training) }} />}
    </span>
  );
}

interface SharesProps {
  readonly found: FilterAssociation | null;
  readonly others: string;
  /** The reference of the share, if the text has to state it. */
  readonly of: string | null;
}

function Shares({ found, others, of }: SharesProps): JSX.Element {
  const [training, held] = found?.etaSquared ?? [null, null];
  const text = (share: number | null): string =>
    found === null ? "…" : share === null ? "–" : formatExplained(share);
  return (
    <>
      <span class="share-text">
        <span class="visually-hidden">
          {of !== null && `, ${of}`}, {others}{" "}
        </span>
        {text(held)}
      </span>
      <span class="share-text share-text-training">
        <span class="visually-hidden">, training graphs </span>
        {text(training)}
      </span>
    </>
  );
}

const TITLE = "What did it learn?";

/** The quantities on which the filter depends. */
export function LearnedPanel(): JSX.Element {
  const asTable = useSlice(({ view }) => view.tables.includes("learned"));
  const filter = useSlice((state) => hasVerticesInView(state) || hasEdgesInView(state));
  const hasEdges = useSlice(({ run }) => run?.summary.config.edgeFilter === "learned");
  const quantities = useQuantities();
  return (
    <section class="model-panel learned" aria-label={TITLE}>
      <PanelHeading
        title={TITLE}
        ofFilter
        help={HOW_TO_READ.learned}
        table={filter ? { id: "learned", label: "Show f at each level as a table" } : null}
        picture={filter ? "dependence of f" : undefined}
      >
        <dl class="readings">
          {quantities?.ids.map((id) => (
            <div key={id}>
              <dt>{nameOfQuantity(id)}</dt>
              <dd>{definitionOf(id)}</dd>
            </div>
          ))}
        </dl>
      </PanelHeading>
      {hasEdges && (
        <p class="model-hint">Here, f is the value of a vertex. The values of edges are left out.</p>
      )}
      {!filter ? <WithoutFilter /> : quantities && <Learned {...quantities} asTable={asTable} />}
    </section>
  );
}
