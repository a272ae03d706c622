// The browser suites: one line each, the slowest first, so that two workers end at about the same time.

/**
 * A suite is the module of its name. `browsers` are the browsers of its pages (see `launch` of `support.mjs`). `alone` marks
 * a suite that counts frames or checks the content of single frames: no other suite runs beside it. `smoke` marks the suites
 * of `--smoke`.
 */
const CPU = ["cpu"];
const GPU = ["gpu"];
const BOTH = ["cpu", "gpu"];

export const SUITES = [
  { name: "smoke", browsers: CPU, smoke: true },
  { name: "lessons", browsers: CPU },
  { name: "revisit", browsers: CPU },
  { name: "shaders", browsers: GPU },
  { name: "training", browsers: BOTH },
  { name: "options", browsers: CPU },
  { name: "legible", browsers: CPU },
  { name: "classes", browsers: CPU },
  { name: "compare", browsers: CPU },
  { name: "hats", browsers: CPU },
  { name: "folds", browsers: CPU },
  { name: "timeline", browsers: CPU },
  { name: "learned", browsers: CPU },
  { name: "fail", browsers: CPU },
  { name: "map", browsers: CPU },
  { name: "why", browsers: CPU },
  { name: "take", browsers: CPU },
  { name: "crashes", browsers: BOTH },
  { name: "devices", browsers: BOTH },
  { name: "step", browsers: GPU },
  { name: "learn-gpu", browsers: GPU },
  { name: "page", browsers: CPU },
  { name: "files", browsers: CPU },
  { name: "run-log", browsers: CPU },
  { name: "kept", browsers: CPU },
  { name: "views", browsers: CPU },
  { name: "colours", browsers: CPU },
  { name: "extended", browsers: CPU },
  { name: "instances", browsers: CPU },
  { name: "together", browsers: CPU },
  { name: "weights", browsers: CPU },
  { name: "arrival", browsers: CPU },
  { name: "offline", browsers: CPU },
  { name: "learn", browsers: CPU },
  { name: "points", browsers: CPU },
  { name: "separate", browsers: CPU },
  { name: "tools", browsers: CPU },
  { name: "touch", browsers: CPU },
  { name: "still", browsers: CPU },
  { name: "asking", browsers: CPU },
  { name: "studying", browsers: CPU },
  { name: "editing", browsers: CPU },
  { name: "own-lesson", browsers: CPU },
  { name: "hold", browsers: CPU, alone: true },
  { name: "onstage", browsers: CPU, alone: true },
  { name: "frames", browsers: CPU, alone: true },
];
