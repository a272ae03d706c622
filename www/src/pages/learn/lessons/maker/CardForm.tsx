import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useApp, useOwnId, useSlice } from "../../../../ui/context";
import { vertexName } from "../../../../domain/graph/graph";
import { positionAt, thresholdAt } from "../../../../domain/persistence/filtration";
import { listOf } from "../../../../domain/text/format";
import type { Card, Computed, ComputedKind, Draft, UnseenKind } from "../../../../store/lesson";
import { COMPUTED_KINDS } from "../../../../store/lesson";
import { DRAW_GRAPH } from "../../editor/drawGraph";
import { ABOUT, MAX_WORDS } from "../format";
import { unbroken, wordCount } from "../marks";
import { COMPUTED_TITLES, computed, stagedBy, valuesFor } from "../unseen/computed";
import type { ComputedQuestion, Staged } from "../unseen/computed";
import { allBars, plain } from "../unseen/words";
import { withCard, withQuestion } from "./draft";
import { setDraft } from "./openMaker";
import { describeStage } from "./stage";

interface CardFormProps {
  readonly draft: Draft;
  /** Why the card cannot have the stage in view; null: it has it. */
  readonly refusal: string | null;
  /** Shows the stage of the card again. */
  readonly onShow: () => void;
  /** What changes the list of cards. */
  readonly tools: ComponentChildren;
}

/** The card in view: its text, its stage, its question and its note. */
export function CardForm({ draft, refusal, onShow, tools }: CardFormProps): JSX.Element {
  const app = useApp();
  const act = useAct();
  const id = useOwnId();
  const card = draft.lesson.cards[draft.card]!;
  const change = (part: Partial<Card>): void => setDraft(app, withCard(draft, { ...card, ...part }));
  const words = card.text.trim() === "" ? 0 : wordCount(card.text);
  const tool = useSlice(({ view }) => view.tool);
  const staged = useMemo(() => stagedBy(card.do, app.topology), [card.do, app.topology]);
  const t = useSlice(({ view }) => view.threshold);
  const isEmpty = staged !== null && positionAt(staged.walk, t) < 0;
  const stage = describeStage(card.do, isEmpty);
  return (
    <section class="maker-card" aria-label={`Card ${draft.card + 1} of ${draft.lesson.cards.length}`}>
      <header class="maker-head">
        <h3>
          Card {draft.card + 1} of {draft.lesson.cards.length}
        </h3>
        {tools}
      </header>
      <div class="editor-field">
        <span class="maker-labels">
          <label class="editor-label" for={`${id}-text`}>
            Text, with **bold** words and *terms*
          </label>
          <output class={words > MAX_WORDS ? "maker-problem number" : "editor-label number"}>
            {words} of {MAX_WORDS} words
          </output>
        </span>
        <textarea
          id={`${id}-text`}
          rows={3}
          value={card.text}
          placeholder="What do students read and do here?"
          onInput={({ currentTarget: { value } }) => change({ text: value })}
        />
      </div>
      <div class="maker-stage">
        <p>
          {stage === null ? (
            "Nothing is on the stage of this card yet."
          ) : (
            <>
              Students start with <b>{unbroken(stage)}</b>
              {isEmpty ? ", before the first vertex enters." : ": the stage as you leave it."}
            </>
          )}
        </p>
        {refusal !== null && (
          <p class="maker-problem" role="status">
            {refusal} The card keeps its stage.
          </p>
        )}
        <div class="maker-row">
          <button type="button" class="button" onClick={() => DRAW_GRAPH.forEach(act)}>
            Draw a new graph
          </button>
          {staged && !staged.isPoints && tool !== "edit" && (
            <button
              type="button"
              class="button"
              onClick={() => act({ type: "view", change: { tool: "edit" } })}
            >
              Edit it
            </button>
          )}
          {staged && (
            <button
              type="button"
              class="button"
              onClick={() =>
                act({
                  type: "view",
                  change: { threshold: isEmpty ? null : thresholdAt(staged.walk, -1), playing: false },
                })
              }
            >
              {isEmpty ? "Start with all of it" : "Start empty"}
            </button>
          )}
          {refusal !== null && (
            <button type="button" class="button" onClick={onShow}>
              Show the card’s stage
            </button>
          )}
        </div>
      </div>
      <QuestionFields key={draft.card} draft={draft} card={card} staged={staged} isEmpty={isEmpty} />
      <details class="lesson-notes maker-note" open={card.note !== null}>
        <summary>Note for the lecturer</summary>
        <textarea
          rows={2}
          aria-label="Note for the lecturer"
          placeholder="Shown in Present and in the list of lessons, folded."
          value={card.note ?? ""}
          onInput={({ currentTarget: { value } }) => change({ note: value })}
        />
      </details>
    </section>
  );
}

/** Questions on a new random graph, with their names in the menu. */
const TRANSFERS: readonly (readonly [UnseenKind, string])[] = [
  ["components-at", "How many components at t?"],
  ["edges-at", "How many edges at t?"],
  ["who-ends", "Which bar ends?"],
  ["longest-bar", "Which finite bar is longest?"],
  ["loops-at", "How many loops at the end?"],
  ["barcode", "Enter the whole barcode"],
  ["gradient", "The slope of a loss at a vertex"],
  ["points-components", "Points: how many components?"],
  ["points-loop", "Points: the loop bar of a rectangle"],
];

const NO_QUESTION = { question: null, computed: null, transfer: null } as const;
/** The question of a lesson file, with its own answers. */
const WRITTEN = "written";

interface QuestionFieldsProps {
  readonly draft: Draft;
  readonly card: Card;
  readonly staged: Staged | null;
  /** Students start before the first vertex enters. */
  readonly isEmpty: boolean;
}

function QuestionFields({ draft, card, staged, isEmpty }: QuestionFieldsProps): JSX.Element {
  const app = useApp();
  const { store } = app;
  const id = useOwnId();
  const asked = card.computed;
  const choose = (part: Partial<Pick<Card, "question" | "computed" | "transfer">>): void =>
    setDraft(app, withQuestion(draft, { ...NO_QUESTION, ...part }));
  const chosen = asked
    ? `computed:${asked.kind}`
    : card.transfer
      ? `transfer:${card.transfer}`
      : card.question
        ? WRITTEN
        : "";
  const chooseNamed = (name: string): void => {
    const [type, word] = name.split(":");
    const kind = COMPUTED_KINDS.find((one) => one === word);
    const transfer = TRANSFERS.find(([one]) => one === word);
    if (type === "computed" && kind) {
      const { threshold, selection } = store.state.peek().view;
      choose({ computed: firstAsked(kind, staged, threshold, selection) });
    } else if (type === "transfer" && transfer) choose({ transfer: transfer[0] });
    else if (name !== WRITTEN) choose({});
  };
  const about = asked && ABOUT[asked.kind];
  return (
    <div class="maker-question">
      <div class="maker-row">
        <div class="editor-field maker-kind">
          <label class="editor-label" for={`${id}-kind`}>
            Question
          </label>
          <select
            id={`${id}-kind`}
            value={chosen}
            onChange={({ currentTarget }) => chooseNamed(currentTarget.value)}
          >
            <option value="">No question</option>
            {card.question && <option value={WRITTEN}>{card.question.ask}</option>}
            <optgroup label="About this stage">
              {COMPUTED_KINDS.map((kind) => (
                <option key={kind} value={`computed:${kind}`}>
                  {COMPUTED_TITLES[kind]}
                </option>
              ))}
            </optgroup>
            <optgroup label="About a new random graph, as often as they like">
              {card.transfer && !TRANSFERS.some(([kind]) => kind === card.transfer) && (
                <option value={`transfer:${card.transfer}`}>{card.transfer}</option>
              )}
              {TRANSFERS.map(([kind, title]) => (
                <option key={kind} value={`transfer:${kind}`}>
                  {title}
                </option>
              ))}
            </optgroup>
          </select>
        </div>
        {asked && about === "at" && (
          <AboutMenu
            label="t ="
            chosen={asked.at}
            offered={valuesWith(asked, staged)}
            nameOf={plain}
            onChoose={(at) => choose({ computed: { ...asked, at } })}
          />
        )}
        {asked && about === "vertex" && staged && (
          <AboutMenu
            label="Vertex"
            chosen={asked.vertex}
            offered={Array.from({ length: staged.graph.vertices }, (_, vertex) => vertex)}
            nameOf={(vertex) => vertexName(staged.graph, vertex)}
            onChoose={(vertex) => choose({ computed: { ...asked, vertex } })}
          />
        )}
      </div>
      {asked && <Answer made={computed(asked, staged)} />}
      {asked && asked.kind !== "barcode" && staged && !isEmpty && (
        <p class="editor-label">“Start empty” hides the bars that show this answer until students play.</p>
      )}
      {card.transfer && (
        <p class="editor-label">Each student gets a new graph, and the engine computes its answer.</p>
      )}
    </div>
  );
}

interface AboutMenuProps {
  readonly label: string;
  readonly chosen: number | null;
  readonly offered: readonly number[];
  readonly nameOf: (one: number) => string;
  readonly onChoose: (one: number) => void;
}

/** What a question is about: t, or a vertex. */
function AboutMenu({ label, chosen, offered, nameOf, onChoose }: AboutMenuProps): JSX.Element {
  const id = useOwnId();
  return (
    <div class="editor-field maker-about">
      <label class="editor-label" for={id}>
        {label}
      </label>
      <select
        id={id}
        value={String(chosen)}
        onChange={({ currentTarget: { value } }) => onChoose(Number(value))}
      >
        {offered.map((one) => (
          <option key={one} value={String(one)}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The values of the menu, with the chosen one, which the stage may have left. */
function valuesWith({ kind, at }: Computed, staged: Staged | null): readonly number[] {
  const values = staged ? valuesFor(kind, staged) : [];
  return at === null || values.includes(at) ? values : [...values, at];
}

/** The question of this kind about t or the vertex on the stage, and otherwise about one in the middle. */
function firstAsked(
  kind: ComputedKind,
  staged: Staged | null,
  threshold: number | null,
  selection: number | null,
): Computed {
  const values = staged ? valuesFor(kind, staged) : [];
  const middle = values[Math.floor(values.length / 2)] ?? 0;
  const ending = staged?.bars.find((bar) => bar.kind === "h0")?.birthVertex ?? 0;
  const about = ABOUT[kind];
  return {
    kind,
    at: about === "at" ? (values.find((value) => value === threshold) ?? middle) : null,
    vertex: about === "vertex" ? (selection ?? ending) : null,
  };
}

/** The computed answer, so that the author sees that it is right. */
function Answer({ made }: { made: ComputedQuestion | string }): JSX.Element {
  if (typeof made === "string")
    return (
      <p class="maker-problem" role="status">
        {made}
      </p>
    );
  const { ask, choices, barcode } = made;
  const right = choices.find((choice) => choice.right);
  const others = choices.filter((choice) => !choice.right).map(({ text }) => text);
  return (
    <div class="maker-answer" role="status">
      <p>{unbroken(ask)}</p>
      {right && (
        <p>
          <b>✓ {unbroken(right.text)}</b> <span>{unbroken(right.why)}</span>
        </p>
      )}
      {barcode && (
        <p>
          <b>✓ {unbroken(allBars(barcode))}</b>
        </p>
      )}
      {others.length > 0 && <p class="editor-label">Wrong choices: {unbroken(listOf(others))}</p>}
    </div>
  );
}
