// Starts the page.

import { topology } from "../engine/topology";
import { createApp } from "./createApp";

const root = document.getElementById("app");
if (root) window.sublevel = createApp({ root, topology, id: "sublevel", whole: true }).api;
