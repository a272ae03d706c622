// Starts the page.

import { messageOf, sentence } from "../domain/text/format";
import { loadTopology } from "../engine/loadTopology";
import { courseFor, createApp, openingLink } from "./createApp";
import { embedding, keepOffline } from "./browser";

async function start(root: HTMLElement): Promise<void> {
  root.replaceChildren();
  try {
    const [topology, lesson] = await Promise.all([loadTopology(), courseFor(openingLink())]);
    if (new URLSearchParams(location.search).has("bench")) {
      const { startBench } = await import("./bench/start");
      await startBench(root, topology);
      return;
    }
    window.sublevel = createApp({
      root,
      topology,
      id: "sublevel",
      whole: true,
      ...(lesson && { lesson }),
    }).api;
    // A part of another page leaves nothing behind.
    if (window.top === window && !embedding(location.search).includes("embedded"))
      keepOffline(window.sublevel);
  } catch (error) {
    console.error(error);
    root.textContent = `Sublevel could not start: ${sentence(messageOf(error))} Reload the page to try again; it needs a browser with WebAssembly.`;
  }
}

const root = document.getElementById("app");
if (root) void start(root);
