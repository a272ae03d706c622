import type { JSX } from "preact";
import { exampleIn, ownGraphIn } from "../../domain/graph/subject";
import { useAct, useApp, useSlice } from "../context";
import { openFile } from "../data/pickers";
import { LANDSCAPE } from "../../domain/graph/examples";
import { nextLesson } from "./lessons/lessons";
import { CardPicture } from "./lessons/pictures/CardPicture";
import { useGo, useOutlines } from "./lessons/useLesson";

/** The introduction for first visitors, with three ways to continue. */
export function Welcome(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const go = useGo();
  const lessons = useOutlines();
  const answers = useSlice((state) => state.answers);
  const landscape = useSlice(({ document: { subject } }) => exampleIn(subject) === LANDSCAPE.id);
  const { lesson, begun } = nextLesson(lessons, answers);
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
  return (
    <div class="welcome">
      <h2 class="welcome-title">Which summits are prominent?</h2>
      {landscape && <CardPicture kind="profile" />}
      <p class="welcome-text">
        {landscape && "The second-highest summit here is hardly prominent. "}
        The water falls, islands appear and join, and a bar records how long each island lasts.{" "}
        <b>Persistent homology</b> computes such bars for every graph with a value at each vertex, and a
        neural network can learn the values.
      </p>
      <div class="welcome-actions">
        <button type="button" class="button primary large" onClick={() => go({ lesson: lesson.id, card: 0 })}>
          {begun ? `Continue with “${lesson.title}”` : "Start the lesson"}
        </button>
        <button type="button" class="button large" onClick={() => void inspect()}>
          Inspect a learned filtration
        </button>
        <button type="button" class="button large" onClick={() => openFile(app)}>
          Open my graph
        </button>
      </div>
    </div>
  );
}
