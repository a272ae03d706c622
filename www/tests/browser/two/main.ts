// Two pages in one document, for `instances.mjs`.

import { createApp } from "../../../src/app/createApp";
import { loadTopology } from "../../../src/engine/loadTopology";

const topology = await loadTopology();
const apis = ["first", "second"].map(
  (id) => createApp({ root: document.getElementById(id)!, topology, id, whole: false }).api,
);
Object.assign(window, { two: apis });
