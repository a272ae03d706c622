import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { exampleNamed } from "../../../domain/graph/examples";
import { exampleIn, ownGraphIn } from "../../../domain/graph/subject";
import { useApp, useOwnId, useSlice } from "../../context";
import { isOnPoints } from "../../../store/lesson";
import type { Lesson, ShownGraph } from "../../../store/lesson";
import { placeBeside, questionKey, unseenOf } from "./lessons";
import type { Opened } from "./lessons";
import { dispatchAll, showOther } from "./follow";
import { listenToCardKeys } from "./keys";
import { LecturerNotes } from "./LecturerNotes";
import { MarkedText } from "./MarkedText";
import { CardPicture } from "./pictures/CardPicture";
import { changesOf, titleOf } from "./perform";
import { QuestionBox, showing } from "./QuestionBox";
import { Switch } from "../../shell/Switch";
import { UnseenBox } from "./UnseenBox";
import { Verdict } from "./Verdict";
import { seedOf } from "./unseen/seeds";
import { useGo, useLessons, useWaiting } from "./useLesson";

/** One card of a lesson. Each card is a new component. */
export function LessonCard({ opened }: { opened: Opened }): JSX.Element {
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
  const question = useMemo(() => {
    if (card.question) return card.question;
    return card.transfer && seed !== null ? unseenOf(card.transfer, seed, topology) : null;
  }, [card, seed, topology]);
  const next = placeBeside(lessons, opened, 1);
  const back = placeBeside(lessons, opened, -1);
  const mayGo = waiting.over && (question === null || present || answered);

  const forward = (): void => {
    if (mayGo && (!question || asked)) go(next);
    else if (!present) return;
    else if (!waiting.over) waiting.doIt(true);
    else if (question) {
      setAskedHere(true);
      dispatchAll(store, showing(name, question.choices, question.reveal, answers[name]?.right ?? false));
    }
  };
  const backward = (): void => go(back);

  const root = useRef<HTMLElement>(null);
  // Before the next paint, because a clicker can be faster.
  useLayoutEffect(() => listenToCardKeys(root.current, { forward, backward }));

  const onward = useRef<HTMLButtonElement>(null);
  const doIt = (): void => {
    waiting.doIt(false);
    // The pressed button disappears.
    onward.current?.focus();
  };

  const why = useOwnId();
  return (
    <article
      ref={root}
      class="lesson-card"
      aria-label={`${lesson.title}, card ${place.card + 1} of ${lesson.cards.length}`}
    >
      <div class="lesson-scroll">
        <header class="lesson-head">
          <p class="lesson-meta number">
            Lesson {index + 1} · card {place.card + 1} of {lesson.cards.length} · {lesson.minutes} min
          </p>
          <button type="button" class="button quiet" onClick={() => go(null)}>
            All lessons
          </button>
        </header>
        <h2 class="lesson-title" tabIndex={-1}>
          {lesson.title}
        </h2>
        <MarkedText text={card.text} />
        {card.picture && <CardPicture kind={card.picture} />}
        {card.compare.length > 0 && <Compare graphs={card.compare} />}
        {card.wait?.guess && (
          <p class="lesson-verdict" aria-live="polite">
            {waiting.reply && <Verdict key={waiting.reply.why} found {...waiting.reply} />}
          </p>
        )}
        {card.question && question && (
          <QuestionBox
            name={name}
            ask={question.ask}
            choices={question.choices}
            reveal={question.reveal}
            asked={asked}
            onAsked={() => setAskedHere(true)}
          />
        )}
        {card.transfer && (
          <UnseenBox kind={card.transfer} place={place} asked={asked} onAsked={setAskedHere} />
        )}
        {present && place.card === 0 && <LecturerNotes lesson={lesson.id} />}
      </div>
      <footer class="lesson-foot">
        <div class="lesson-wait">
          <p id={why} role="status">
            {waiting.instruction ?? (mayGo ? "" : "Answer the question, or choose “Show me”.")}
          </p>
          {!waiting.done && (
            <button type="button" class="button quiet" onClick={doIt}>
              Do it for me
            </button>
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
            {wayOn(opened, lessons)}
          </button>
        </div>
      </footer>
    </article>
  );
}

/** The label of the forward button. */
function wayOn({ lesson, index, place }: Opened, lessons: readonly Lesson[]): string {
  const card = lesson.cards[place.card + 1];
  if (card?.transfer) return isOnPoints(card.transfer) ? "Try new points" : "Try a new graph";
  if (card) return "Next";
  return lessons[index + 1] ? "Next lesson" : "All lessons";
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
