// The page behind `?bench`: an engine and a table, and nothing of the other pages.

import { h, render } from "preact";
import { fetchServerFiles } from "../../services/data/serverFiles";
import { WorkerClient, sessionWorker } from "../../engine/client";
import { trainingModule } from "../../engine/preparation";
import type { Topology } from "../../engine/topology";
import type { Surroundings } from "../../services/engine/session";
import { BenchPage } from "./BenchPage";
import "./bench.css";
import { casesOf } from "./cases";

export async function startBench(root: HTMLElement, topology: Topology): Promise<void> {
  const pageUrl = document.baseURI;
  const surroundings: Surroundings = {
    pageUrl,
    connect: (events) => new WorkerClient(sessionWorker(), events),
    prepare: (events, signal) => trainingModule(pageUrl, events, signal),
  };
  document.title = "Sublevel: how fast does it train here?";
  const cases = casesOf(topology.generators(), await fetchServerFiles(pageUrl));
  render(h(BenchPage, { cases, surroundings }), root);
}
