import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { exampleIn, ownGraphIn, exampleNamed } from "../../../domain/graph/subject";
import { useApp, useOwnId, useSlice, useAct } from "../../../ui/context";
import { isOnPoints } from "../../../store/lesson";
import type { Card, Lesson, ShownGraph, Until } from "../../../store/lesson";
import type { LessonPlace } from "../../../store/state";
import {
  cardName,
  computedOf,
  COURSE_OUTLINES,
  deeperBeside,
  partsMet,
  placeBeside,
  questionKey,
  showsReferences,
  unseenOf,
} from "./lessons";
import type { OpenCard } from "./lessons";
import { EXERCISES, exerciseScore, inScore } from "./exercises";
import { dispatchAll, showOther, showUnseen } from "./follow";
import { listenToCardKeys } from "./keys";
import { LecturerNotes } from "./LecturerNotes";
import { AskedQuestion, UnseenBox } from "./AskedQuestion";
import { CardPicture } from "./pictures/CardPicture";
import { changesOf, titleOf } from "./perform";
import { PartStrip } from "./Pipeline";
import { showing, Verdict, VerdictRoom } from "./QuestionBox";
import { Switch } from "../../../ui/Switch";
import type { ComputedQuestion } from "./unseen/computed";
import { anySeed, seedOf } from "./unseen/seeds";
import { Topics } from "./Topics";
import { useGo, useLessons, useWaiting } from "./useLesson";
import names from "../../../domain/text/glossaryNames.ts?built";
import { lazily } from "../../../ui/lazily";
import { Popover } from "../../../ui/Popover";
import { forTouch, readMarks, unbroken } from "./marks";

const TO_ANSWER = "Answer the question, or choose “Show me”.";

/** One card of a lesson. Each card is a new component. */
export function LessonCard({ opened }: { opened: OpenCard }): JSX.Element {
  const { lesson, index, card, place } = opened;
  const { store, topology } = useApp();
  const lessons = useLessons();
  const go = useGo();
  const present = useSlice(({ view }) => view.present);
  const subject = useSlice(({ document }) => document.subject);
  const answers = useSlice((state) => state.answers);
  const waiting = useWaiting(opened);
  const seed = card.transfer ? seedOf(subject) : null;
  const name = questionKey(place, seed);
  const answered = answers[name] !== undefined;
  // In presentation mode an answer stays hidden until “Show me”, even one given before.
  const [askedHere, setAskedHere] = useState(false);
  const asked = !present || askedHere;
  const question = useMemo((): ComputedQuestion | null => {
    if (card.question) return card.question;
    if (card.computed) return computedOf(lesson, card, topology);
    return card.transfer && seed !== null ? unseenOf(card.transfer, seed, topology) : null;
  }, [lesson, card, seed, topology]);
  const isExercise = lesson.id === EXERCISES;
  const isOwn = !isExercise && index >= COURSE_OUTLINES.length;
  const path = isOwn ? [lesson] : lessons;
  const next = isExercise ? place : placeBeside(path, opened, 1);
  const back = isExercise ? null : placeBeside(path, opened, -1);
  const deeper = deeperBeside(opened);
  const mayGo = waiting.over && (question === null || present || answered);

  const hasPlayed = useRef(false);
  const forward = (): void => {
    if (present && !hasPlayed.current && opensTool(card) && playTool(root.current)) hasPlayed.current = true;
    else if (mayGo && (!question || asked)) {
      if (!isExercise) go(next);
      else {
        setAskedHere(false);
        showUnseen(store, topology, anySeed());
      }
    } else if (!present) return;
    else if (!waiting.over) waiting.doIt(true);
    else if (question) {
      setAskedHere(true);
      dispatchAll(store, showing(name, question.choices, question.reveal, answers[name]?.right ?? false));
    }
  };
  const backward = (): void => go(back);

  const root = useRef<HTMLElement>(null);
  const number = lesson.deeper ? "Deeper" : `Lesson ${index + 1}`;
  const score = exerciseScore(answers, null);
  useFit(root, `${name} ${present}`);
  // Before the next paint, because a clicker can be faster.
  useLayoutEffect(() => listenToCardKeys(root.current, { forward, backward }));

  const onward = useRef<HTMLButtonElement>(null);
  const doIt = (): void => {
    waiting.doIt(false);
    // The pressed button disappears.
    onward.current?.focus();
  };

  const instruction = useWording(waiting.instruction ?? "");
  const task = useWording(waiting.task ?? "");

  const why = useOwnId();
  return (
    <article ref={root} class="lesson-card" aria-label={`${lesson.title}, ${cardName(lesson, place.card)}`}>
      <div class="lesson-scroll">
        <header class="lesson-head">
          <p class="lesson-meta number">
            {isExercise
              ? inScore(score)
              : `${isOwn ? ownName(lesson) : number} · ${cardName(lesson, place.card)}`}
            {!isExercise && !card.part && ` · ${lesson.minutes} min`}
          </p>
          {card.part && <PartStrip part={card.part} met={partsMet(path, opened)} />}
          {deeper && (
            <button
              type="button"
              class="button quiet lesson-offer"
              title="Optional: more on this"
              onClick={() => go(deeper)}
            >
              Deeper
            </button>
          )}
          {isOwn && !present && <EditButton />}
          <button type="button" class="button quiet" onClick={() => go(null)}>
            All lessons
          </button>
        </header>
        <div class="lesson-read" tabIndex={-1}>
          <h2 class="lesson-title" tabIndex={-1}>
            {lesson.title}
          </h2>
          {isExercise && <Topics chosen={place.card} />}
          <MarkedText text={card.text} />
          {card.picture && <CardPicture kind={card.picture} />}
          {showsReferences(lesson, place.card) && <References references={lesson.references} />}
          {present && <LecturerNotes lesson={lesson.id} card={place.card} />}
        </div>
        <div class="lesson-ask">
          {card.compare.length > 0 && <Compare graphs={card.compare} />}
          {card.wait && <WaitControl until={card.wait.until} />}
          {card.wait?.guess && (
            <VerdictRoom replies={[card.wait.guess.right, card.wait.guess.wrong]}>
              {waiting.reply && <Verdict key={waiting.reply.why} found {...waiting.reply} />}
            </VerdictRoom>
          )}
          {question && !card.transfer && (
            <AskedQuestion name={name} question={question} asked={asked} onAsked={() => setAskedHere(true)} />
          )}
          {card.transfer && (
            <UnseenBox kind={card.transfer} place={place} asked={asked} onAsked={setAskedHere} />
          )}
        </div>
      </div>
      <footer class="lesson-foot" translate={false}>
        {/* The room of the task, its button and the request stays after the answer, so that nothing moves. */}
        <div class="lesson-wait">
          <p id={why} role="status">
            {instruction || (mayGo ? "" : TO_ANSWER)}
          </p>
          {!waiting.done && (
            <button type="button" class="button quiet" onClick={doIt}>
              Do it for me
            </button>
          )}
          {[task, question && !present ? TO_ANSWER : ""].filter(Boolean).map((text) => (
            <p key={text} class="lesson-later" aria-hidden="true">
              {text}
            </p>
          ))}
          {task && (
            <span class="button quiet lesson-later" aria-hidden="true">
              Do it for me
            </span>
          )}
        </div>
        <div class="lesson-buttons">
          <button type="button" class="button" onClick={backward}>
            {back ? "Back" : "All lessons"}
          </button>
          <button
            ref={onward}
            type="button"
            class="button primary"
            aria-disabled={!mayGo}
            aria-describedby={why}
            onClick={forward}
          >
            {wayOn(opened, next)}
          </button>
        </div>
      </footer>
    </article>
  );
}

/** The card is about a tool, as opposed to an answer that opens one. */
function opensTool({ do: actions }: Card): boolean {
  return actions.some(({ type }) => type === "tool");
}

/** Presses the button of a tool that plays its animation, for a clicker; false: the tool has none. */
function playTool(card: HTMLElement | null): boolean {
  const button = card?.closest("main")?.querySelector<HTMLElement>("[data-plays=true]");
  button?.scrollIntoView({ block: "nearest" });
  button?.click();
  return Boolean(button);
}

function ownName({ author }: Lesson): string {
  return author === null ? "Own lesson" : `Lesson by ${author}`;
}

/** Opens the maker with the lesson in view. */
function EditButton(): JSX.Element {
  const app = useApp();
  return (
    <button
      type="button"
      class="button quiet"
      onClick={() => void import("./maker/openMaker").then(({ editOwnLesson }) => editOwnLesson(app))}
    >
      Edit
    </button>
  );
}

/** Where to read on. */
function References({ references }: { references: readonly string[] }): JSX.Element {
  return (
    <details class="lesson-notes">
      <summary>Read on</summary>
      {references.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </details>
  );
}

/** The label of the forward button. */
function wayOn({ lesson }: OpenCard, next: LessonPlace | null): string {
  if (lesson.id === EXERCISES) return "Next question";
  if (next?.lesson !== lesson.id) return next ? "Next lesson" : "Finish";
  const transfer = lesson.cards[next.card]?.transfer;
  if (!transfer) return "Next";
  return isOnPoints(transfer) ? "New points" : "New graph";
}

/** Switches between the compared graphs. */
function Compare({ graphs }: { graphs: readonly ShownGraph[] }): JSX.Element {
  const { store } = useApp();
  const subject = useSlice(({ document }) => document.subject);
  const chosen = exampleNamed(exampleIn(subject) ?? "")?.title ?? ownGraphIn(subject)?.title ?? null;
  return (
    <Switch
      class="lesson-switch"
      legend="Graph"
      choices={graphs.map(titleOf).map((title) => ({ id: title, title }))}
      chosen={chosen}
      onChoose={(title) => {
        const shown = graphs.find((graph) => titleOf(graph) === title);
        if (shown) showOther(store, changesOf(shown));
      }}
    />
  );
}

// Fetched with the first definition.
const Definition = lazily<{ term: string }>(() => import("./Definition").then((module) => module.Definition));

/** The text of a card; a term opens its definition. */
function MarkedText({ text }: { text: string }): JSX.Element {
  const words = unbroken(useWording(text));
  return (
    <p class="lesson-text">
      {readMarks(words).map((part, i) => {
        if (part.mark === "plain") return part.text;
        return part.mark === "bold" ? <b key={i}>{part.text}</b> : <Term key={i} term={part.text} />;
      })}
    </p>
  );
}

/** A text for the pointer of this device. */
function useWording(text: string): string {
  const touch = useMemo(() => matchMedia("(pointer: coarse)").matches, []);
  return touch ? forTouch(text) : text;
}

function Term({ term }: { term: string }): JSX.Element {
  if (!names.includes(term)) return <dfn>{term}</dfn>;
  return (
    <Popover button={term} buttonClass="lesson-term" onDemand>
      <Definition term={term} />
    </Popover>
  );
}

const FILLING = [
  { id: "graph", title: "Graph" },
  { id: "filled", title: "Triangles filled" },
] as const;

/** The control of a task whose usual control is in a menu or small, on the card itself; null: the stage has it in sight. */
function WaitControl({ until }: { readonly until: Until }): JSX.Element | null {
  if (until.type === "filled") return <Filling />;
  return until.type === "epoch" ? <Epochs epoch={until.epoch} /> : null;
}

function Filling(): JSX.Element {
  const act = useAct();
  const filled = useSlice(({ view }) => view.filled);
  return (
    <Switch
      class="lesson-switch"
      legend="Triangles"
      choices={FILLING}
      chosen={filled ? "filled" : "graph"}
      onChoose={(id) => act({ type: "view", change: { filled: id === "filled" } })}
    />
  );
}

/** An epoch, and the weights of now. */
function Epochs({ epoch }: { readonly epoch: number }): JSX.Element {
  const act = useAct();
  const inView = useSlice(({ view }) => view.epoch);
  return (
    <Switch
      class="lesson-switch"
      legend="Epoch in view"
      choices={[
        { id: "then", title: `Epoch ${epoch}` },
        { id: "now", title: "Now" },
      ]}
      chosen={inView === epoch ? "then" : inView === null ? "now" : null}
      onChoose={(id) => act({ type: "view", change: { epoch: id === "then" ? epoch : null } })}
    />
  );
}

/** The style sheet has a smaller text and smaller gaps for each. */
const SMALLEST = 4;

/**
 * Gives a card the largest text with which its question, its answers and their explanations are in sight. In the smallest one, the text above
 * the question scrolls by itself.
 */
function useFit(card: RefObject<HTMLElement>, content: unknown): void {
  useLayoutEffect(() => {
    const { current: element } = card;
    if (!element) return undefined;
    const fit = (): void => {
      // The bars that a learner adds scroll: the text above them keeps its size and its place.
      if (element.querySelector(".barcode-row")) return;
      const read = element.querySelector(".lesson-read")!;
      const scroll = read.parentElement!;
      const overflows = (): boolean =>
        read.scrollHeight > read.clientHeight + 1 || scroll.scrollHeight > scroll.clientHeight + 1;
      for (let size = 0; size <= SMALLEST; size++) {
        element.dataset["fit"] = String(size);
        if (!overflows()) break;
      }
    };
    fit();
    let request = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(fit);
    });
    observer.observe(element);
    // Parts of a card are fetched when it opens.
    for (const part of element.querySelectorAll(".lesson-read, .lesson-ask")) observer.observe(part);
    return () => {
      cancelAnimationFrame(request);
      observer.disconnect();
    };
  }, [card, content]);
}
