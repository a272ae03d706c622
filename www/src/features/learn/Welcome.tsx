import type { JSX } from "preact";
import { useAct, useApp } from "../../app/context";
import { openFile } from "../data/files";
import { useGo } from "./lessons/useLesson";

const FIRST = { lesson: "later-end", card: 0 } as const;

/** What a first visitor is told, and the three ways on. */
export function Welcome(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const go = useGo();
  return (
    <div class="welcome">
      <h2 class="welcome-title">See the shape of a graph, value by value</h2>
      <p class="welcome-text">
        <b>Persistent homology</b> lets the vertices of a graph arrive in the order of a number f, and writes
        down as bars when components are born, when they end, and when loops close. Here you can watch it,
        take hold of it, and see a neural network learn f.
      </p>
      <div class="welcome-actions">
        <button type="button" class="button primary large" onClick={() => go(FIRST)}>
          Start the lesson
        </button>
        <button type="button" class="button large" onClick={() => act({ type: "page", page: "inspect" })}>
          Inspect a learned filtration
        </button>
        <button type="button" class="button large" onClick={() => openFile(app)}>
          Open my graph
        </button>
      </div>
    </div>
  );
}
