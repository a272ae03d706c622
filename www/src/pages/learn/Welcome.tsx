import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { exampleIn, ownGraphIn } from "../../domain/graph/subject";
import { useAct, useApp, useShown, useSlice } from "../../ui/context";
import { openFile } from "../../ui/files/disk";
import { LANDSCAPE } from "../../domain/graph/subject";
import { DRAW_GRAPH } from "./editor/drawGraph";
import { listenToCardKeys } from "./lessons/keys";
import { MAIN_PATH, nextLesson } from "./lessons/lessons";
import { CardPicture } from "./lessons/pictures/CardPicture";
import { describePulledHeight } from "./lessons/pictures/describeProfile";
import { ExercisesDoor } from "./lessons/Topics";
import { lazily } from "../../ui/lazily";
import { useGo } from "./lessons/useLesson";

// Fetched by those who have done the course.
const End = lazily(() => import("./lessons/End").then((module) => module.End));

/** The introduction for first visitors, with ways to continue; after the last lesson, its end. */
export function Welcome(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const go = useGo();
  const answers = useSlice((state) => state.answers);
  const present = useSlice(({ view }) => view.present);
  const landscape = useSlice(({ document: { subject } }) => exampleIn(subject) === LANDSCAPE.id);
  const { lesson, begun: started } = nextLesson(MAIN_PATH, answers);
  const root = useRef<HTMLDivElement>(null);
  // The clicker of a lecturer also leads into the first lesson.
  useLayoutEffect(() => {
    const { id } = lesson ?? MAIN_PATH[0]!;
    const forward = (): void => go({ lesson: id, card: 0 });
    return present ? listenToCardKeys(root.current, { forward, backward: () => undefined }) : undefined;
  });
  /**
   * Without training there is no learned filtration, so a run starts unless one has steps or the user has an
   * own graph in view.
   */
  const inspect = async (): Promise<void> => {
    act({ type: "view", change: { playing: false, page: "inspect" } });
    if (!(await app.services.ready())) return;
    const { run, document } = app.store.state.peek();
    if (run?.stepsDone === 0 && !ownGraphIn(document.subject)) void app.services.train.begin("ui");
  };
  const draw = (): void => DRAW_GRAPH.forEach(act);
  // Before the course there is one invitation; after it, each door is one.
  const door = lesson ? "button quiet" : "button large";
  return (
    <div class="welcome" ref={root}>
      <h2 class="welcome-title">{titleFor(lesson === null, landscape)}</h2>
      {landscape && lesson && (
        <>
          <CardPicture kind="profile" pullable />
          <Pulled />
        </>
      )}
      {!lesson && (
        <>
          <End />
          <p class="welcome-text">
            The questions on new graphs never run out, and your own graph is one nobody has looked at yet.
          </p>
        </>
      )}
      <div class="welcome-actions">
        {lesson && (
          <button
            type="button"
            class="button primary large"
            onClick={() => go({ lesson: lesson.id, card: 0 })}
          >
            {started ? `Continue with “${lesson.title}”` : "Start the lesson"}
          </button>
        )}
        <div class="welcome-row">
          <button type="button" class={door} onClick={() => void inspect()}>
            Inspect a learned filtration
          </button>
          {!lesson && <ExercisesDoor class="large" />}
          <button type="button" class={door} onClick={draw}>
            Draw a graph
          </button>
          <button type="button" class={door} onClick={() => openFile(app)}>
            Open my graph
          </button>
        </div>
      </div>
    </div>
  );
}

/** An invitation to pull a summit; then what the pull did to its bar. */
function Pulled(): JSX.Element {
  const { graph, bars, filtration, unedited } = useShown();
  const selection = useSlice(({ view }) => view.selection);
  const isPulled = selection !== null && filtration?.filter[selection] !== unedited?.[selection];
  return (
    <p class="welcome-text pulled" aria-live="polite" translate={false}>
      {isPulled
        ? describePulledHeight(graph, bars, selection)
        : "The water falls, and each bar shows how long an island lasts. Pull Nethermost Pike up. What does its bar do?"}
    </p>
  );
}

function titleFor(finished: boolean, landscape: boolean): string {
  if (finished) return "You made it";
  return landscape ? "Pull a summit" : "A graph with values has bars";
}
