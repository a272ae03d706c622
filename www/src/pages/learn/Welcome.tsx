import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { exampleIn, ownGraphIn } from "../../domain/graph/subject";
import { useAct, useApp, useSlice } from "../../ui/context";
import { openFile } from "../../ui/files/disk";
import { LANDSCAPE } from "../../domain/graph/subject";
import { DRAW_GRAPH } from "./editor/drawGraph";
import { listenToCardKeys } from "./lessons/keys";
import { MAIN_PATH, nextLesson } from "./lessons/lessons";
import { CardPicture } from "./lessons/pictures/CardPicture";
import { MakerDoor } from "./lessons/maker/MakerDoor";
import { useGo } from "./lessons/useLesson";

/** The introduction for first visitors, with ways to continue; after the last lesson, its end. */
export function Welcome(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const go = useGo();
  const answers = useSlice((state) => state.answers);
  const present = useSlice(({ view }) => view.present);
  const landscape = useSlice(({ document: { subject } }) => exampleIn(subject) === LANDSCAPE.id);
  const { lesson, begun } = nextLesson(MAIN_PATH, answers);
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
  return (
    <div class="welcome" ref={root}>
      <h2 class="welcome-title">{titleFor(lesson === null, landscape)}</h2>
      {landscape && <CardPicture kind="profile" />}
      {lesson ? (
        <p class="welcome-text">
          {landscape && <span>The second-highest summit here is hardly prominent. </span>}
          The water falls, islands appear and join, and a bar records how long each island lasts.{" "}
          <b>Persistent homology</b> computes such bars for every graph with a value at each vertex, and a
          neural network can learn the values.
        </p>
      ) : (
        <p class="welcome-text">
          You have done the main path. You can find the bars of a graph by hand, say which vertices a bar
          depends on, and explain how a network learns from them. The questions on new graphs never run out,
          and your own graph is one nobody has looked at yet.
        </p>
      )}
      <div class="welcome-actions">
        {lesson && (
          <button
            type="button"
            class="button primary large"
            onClick={() => go({ lesson: lesson.id, card: 0 })}
          >
            {begun ? `Continue with “${lesson.title}”` : "Start the lesson"}
          </button>
        )}
        <button type="button" class="button large" onClick={() => void inspect()}>
          Inspect a learned filtration
        </button>
        <div class="welcome-row">
          <button type="button" class="button large" onClick={draw}>
            Draw a graph
          </button>
          <button type="button" class="button large" onClick={() => openFile(app)}>
            Open my graph
          </button>
          <MakerDoor class="large" />
        </div>
      </div>
    </div>
  );
}

function titleFor(finished: boolean, landscape: boolean): string {
  if (finished) return "That was the whole course";
  return landscape ? "Which summits are prominent?" : "A graph with values has bars";
}
