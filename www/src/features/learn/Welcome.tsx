import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../context";
import { openFile } from "../data/pickers";
import { nextLesson } from "./lessons/lessons";
import { useGo, useLessons } from "./lessons/useLesson";

/** The introduction for first visitors, with three ways to continue. */
export function Welcome(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const go = useGo();
  const lessons = useLessons();
  const answers = useSlice((state) => state.answers);
  const { lesson, begun } = nextLesson(lessons, answers);
  /**
   * Without training there is no learned filtration, so a run starts unless one has steps or the user has an
   * own graph in view.
   */
  const inspect = async (): Promise<void> => {
    act({ type: "view", change: { playing: false, page: "inspect" } });
    if (!(await app.services.ready())) return;
    const { run, document } = app.store.state.peek();
    if (run?.stepsDone === 0 && document.subject.type !== "own") void app.services.train.begin("ui");
  };
  return (
    <div class="welcome">
      <h2 class="welcome-title">See the shape of a graph, value by value</h2>
      <p class="welcome-text">
        <b>Persistent homology</b> adds the vertices of a graph in the order of a value f. Bars record the
        births and ends of components and the births of loops. Here you can watch the process, change the
        values, and see a neural network learn f.
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
