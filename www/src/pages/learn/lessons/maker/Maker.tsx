import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAct, useApp, useOwnId, useSlice } from "../../../../ui/context";
import type { App } from "../../../../ui/context";
import { IconButton } from "../../../../ui/IconButton";
import { NextIcon, PreviousIcon, UndoIcon } from "../../../../ui/icons";
import { isByUser } from "../../../../store/actions";
import type { Draft } from "../../../../store/lesson";
import { MAX_TITLE } from "../format";
import { computed, stagedBy } from "../unseen/computed";
import { CardForm } from "./CardForm";
import { added, canAdd, moved, problemOf, removed, renamed, undone, withCard } from "./draft";
import { keepDraft, resumedDraft, setDraft, showStage } from "./openMaker";
import { ShareRow } from "./ShareRow";
import { stageActions, withStage } from "./stage";
import "./maker.css";

/** The pause between two writes of the draft. */
const PAUSE_MS = 300;

/** Makes a lesson: cards, each with a text, the stage as the author leaves it, and a question whose answer the engine computes. */
export function Maker(): JSX.Element | null {
  const app = useApp();
  const draft = useSlice((state) => state.draft);
  const refusal = useStageOfCard(app);
  useKept(draft);
  return draft && <Form draft={draft} refusal={refusal} />;
}

/** Shows the stage of the card in view, and gives the card what the author does on the stage; returns why it cannot. */
function useStageOfCard(app: App): string | null {
  const { store, shown } = app;
  const [refusal, setRefusal] = useState<string | null>(null);
  useLayoutEffect(() => {
    const draft = store.state.peek().draft ?? resumedDraft(app);
    setDraft(app, draft);
    showStage(app, draft);
    return store.listen(({ type, source }) => {
      const state = store.state.peek();
      const { view, draft: before } = state;
      if (type === "draft") setRefusal(null);
      if (type === "draft" || !isByUser(source) || !before || !view.making || view.playing) return;
      const stage = stageActions(state, shown.peek());
      setRefusal(typeof stage === "string" ? stage : null);
      if (typeof stage === "string") return;
      const after = withCard(before, withStage(before.lesson.cards[before.card]!, stage));
      if (after !== before) setDraft(app, after);
    });
  }, [app, store, shown]);
  return refusal;
}

/** The browser keeps the draft. */
function useKept(draft: Draft | null): void {
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    const keep = (): void => {
      if (latest.current) keepDraft(latest.current);
    };
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => draft && keepDraft(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
}

function Form({ draft, refusal }: { draft: Draft; refusal: string | null }): JSX.Element {
  const app = useApp();
  const act = useAct();
  const id = useOwnId();
  const { topology } = app;
  const { lesson, card } = draft;
  const root = useRef<HTMLElement>(null);
  /** Another list of cards: the stage of the card in view is shown. */
  const go = (next: Draft | null): void => {
    if (!next || next === draft) return;
    setDraft(app, next);
    showStage(app, next);
  };
  const problem = useMemo(
    () =>
      problemOf(lesson, ({ computed: asked, do: actions }) => {
        const made = asked && computed(asked, stagedBy(actions, topology));
        return typeof made === "string" ? made : null;
      }),
    [lesson, topology],
  );
  return (
    <article ref={root} class="maker" aria-label="Make a lesson" translate={false}>
      <div class="lesson-scroll">
        <header class="lesson-head">
          <h2 class="lesson-title" tabIndex={-1}>
            Make a lesson
          </h2>
          <button
            type="button"
            class="button quiet"
            onClick={() => act({ type: "view", change: { making: false } })}
          >
            All lessons
          </button>
        </header>
        <div class="maker-names">
          <label class="editor-field" for={`${id}-title`}>
            <span class="editor-label">Title</span>
            <input
              id={`${id}-title`}
              type="text"
              maxLength={MAX_TITLE}
              value={lesson.title}
              placeholder="Two hills"
              onInput={({ currentTarget: { value } }) => setDraft(app, renamed(draft, { title: value }))}
            />
          </label>
          <label class="editor-field" for={`${id}-author`}>
            <span class="editor-label">Your name, if you like</span>
            <input
              id={`${id}-author`}
              type="text"
              maxLength={MAX_TITLE}
              autocomplete="name"
              value={lesson.author ?? ""}
              onInput={({ currentTarget: { value } }) =>
                setDraft(app, renamed(draft, { author: value === "" ? null : value }))
              }
            />
          </label>
        </div>
        <nav class="maker-cards" aria-label="Cards">
          {lesson.cards.map(({ text }, at) => (
            <button
              key={at}
              type="button"
              class="button maker-number"
              aria-label={`Card ${at + 1}${text.trim() === "" ? "" : `: ${text.trim().slice(0, 40)}`}`}
              aria-current={at === card ? "step" : undefined}
              onClick={() => at !== card && go({ ...draft, card: at })}
            >
              {at + 1}
            </button>
          ))}
          <button
            type="button"
            class="button quiet maker-add"
            disabled={!canAdd(draft)}
            onClick={() => {
              go(added(draft));
              // The text of the new card comes next.
              requestAnimationFrame(() => root.current?.querySelector("textarea")?.focus());
            }}
          >
            + Add card
          </button>
        </nav>
        <CardForm
          draft={draft}
          refusal={refusal}
          onShow={() => showStage(app, draft)}
          tools={
            <div class="maker-tools">
              <IconButton
                name="Undo the last change of the cards"
                disabled={draft.past.length === 0}
                onUse={() => go(undone(draft))}
              >
                <UndoIcon />
              </IconButton>
              <IconButton name="Move card earlier" disabled={card === 0} onUse={() => go(moved(draft, -1))}>
                <PreviousIcon />
              </IconButton>
              <IconButton
                name="Move card later"
                disabled={card === lesson.cards.length - 1}
                onUse={() => go(moved(draft, 1))}
              >
                <NextIcon />
              </IconButton>
              <button
                type="button"
                class="button quiet"
                aria-disabled={lesson.cards.length === 1}
                onClick={() => go(removed(draft))}
              >
                Delete
              </button>
            </div>
          }
        />
      </div>
      <ShareRow draft={draft} problem={problem} onDraft={go} />
    </article>
  );
}
