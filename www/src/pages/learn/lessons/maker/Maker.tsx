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
import {
  added,
  canAdd,
  moved,
  problemOf,
  removed,
  renamed,
  undone,
  withCard,
  finished,
  replaced,
} from "./draft";
import { keepDraft, resumedDraft, setDraft, showStage, freshDraft } from "./openMaker";
import { stageActions, withStage } from "./stage";
import "./maker.css";
import { writeClipboard } from "../../../../ui/clipboard";
import { saveFile } from "../../../../ui/files/disk";
import { Popover } from "../../../../ui/Popover";
import { formatCount, messageOf, sentence } from "../../../../domain/text/format";
import { addressWith, linkToLesson } from "../../../../services/link/address";
import { embedCode } from "../../../../services/link/embedCode";
import { MenuItem } from "../../editor/MenuItem";
import { loadCourse } from "../lessons";
import { openLesson } from "../openLesson";

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
                onUse={draft.past.length > 0 ? () => go(undone(draft)) : null}
              >
                <UndoIcon />
              </IconButton>
              <IconButton name="Move card earlier" onUse={card > 0 ? () => go(moved(draft, -1)) : null}>
                <PreviousIcon />
              </IconButton>
              <IconButton
                name="Move card later"
                onUse={card < lesson.cards.length - 1 ? () => go(moved(draft, 1)) : null}
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

interface ShareRowProps {
  readonly draft: Draft;
  /** Why students cannot get the lesson yet; null: they can. */
  readonly problem: string | null;
  readonly onDraft: (draft: Draft) => void;
}

const TOO_LONG = "The lesson is too long for a link. Save the file and pass it on.";
const ONLY_HERE = "It opens only on this computer: pass on the file.";

/** Students’ view, link, file and embed code of the lesson. */
function ShareRow({ draft, problem, onDraft }: ShareRowProps): JSX.Element {
  const app = useApp();
  const act = useAct();
  const status = useOwnId();
  const { lesson } = draft;
  const done = useMemo(() => {
    if (problem !== null) return problem;
    try {
      return finished(lesson);
    } catch (error) {
      return sentence(messageOf(error));
    }
  }, [lesson, problem]);
  /** What the last button did, until the lesson changes. */
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => setSaid(null), [lesson]);
  // The questions of the students’ view.
  useEffect(() => void loadCourse(), []);

  const packed = typeof done === "string" ? null : linkToLesson(done.lesson);
  const link = packed === null ? null : new URL(addressWith(location, packed), location.href).href;
  const see = async (): Promise<void> => {
    if (typeof done === "string") return;
    await loadCourse();
    act({ type: "own-lesson", lesson: done.lesson });
    act({ type: "view", change: { lesson: { lesson: done.lesson.id, card: draft.card } } });
  };
  const copy = (what: string, text: string): void =>
    void writeClipboard(text).then(
      () => setSaid(`${what} copied.`),
      (error: unknown) => setSaid(`${sentence(messageOf(error))} The file works everywhere.`),
    );
  const save = (): void => {
    if (typeof done === "string") return;
    const name = `${done.lesson.id.replace(/-[^-]*$/, "")}.json`;
    saveFile(name, new Blob([done.file], { type: "application/json" }));
    setSaid(`${name} saved.`);
  };
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const size = link === null ? TOO_LONG : `Ready: a link of ${formatCount(link.length)} characters.`;
  const ready = isLocal && link !== null ? `${size} ${ONLY_HERE}` : size;
  const cannot = typeof done === "string";
  return (
    <footer class="lesson-foot maker-foot">
      <p id={status} class={cannot ? "maker-problem" : ""} role="status">
        {cannot ? done : said === null ? ready : `${said} ${ready.replace("Ready: a", "A")}`}
      </p>
      <div class="lesson-buttons">
        <button
          type="button"
          class="button"
          aria-disabled={cannot}
          aria-describedby={status}
          onClick={() => void see()}
        >
          See it as a student
        </button>
        <button
          type="button"
          class="button primary"
          aria-disabled={link === null}
          aria-describedby={status}
          onClick={() => link !== null && copy("Link", link)}
        >
          Copy link
        </button>
        <Popover button="More" buttonClass="button" label="More ways to pass it on">
          <h2 class="popover-title">This lesson</h2>
          <ul class="editor-menu">
            {!cannot && <MenuItem title="Save file" text="to keep it, or to send it" onChoose={save} />}
            {packed !== null && (
              <MenuItem
                title="Copy embed code"
                text="for slides and course pages"
                onChoose={() => copy("Embed code", embedCode(location, packed))}
              />
            )}
            <MenuItem title="Open a lesson file…" text="to see or edit it" onChoose={() => openLesson(app)} />
            <MenuItem
              title="Start another lesson"
              text="Undo goes back"
              onChoose={() => onDraft(replaced(draft, freshDraft(app)))}
            />
          </ul>
        </Popover>
      </div>
    </footer>
  );
}
