/// <reference types="vitest/config" />
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, runnerImport } from "vite";
import type { Plugin } from "vite";
import type * as format from "./src/pages/learn/lessons/format";
import type * as outline from "./src/pages/learn/lessons/outline";
import type { Lesson, LessonOutline } from "./src/store/lesson";

const LESSON = "?lesson";
const OUTLINE = "?outline";
const FORMAT = fileURLToPath(new URL("src/pages/learn/lessons/format.ts", import.meta.url));
const OUTLINES = fileURLToPath(new URL("src/pages/learn/lessons/outline.ts", import.meta.url));

async function outlineOf(lesson: Lesson): Promise<LessonOutline> {
  const { module } = await runnerImport<typeof outline>(OUTLINES);
  return module.outlineOf(lesson);
}

/**
 * Reads and validates the lessons of the course at build time, so that visitors do not download the parser. An outline omits the
 * contents of the cards, which visitors download with the first lesson.
 */
const lessons: Plugin = {
  name: "lessons",
  async load(id) {
    const suffix = [LESSON, OUTLINE].find((one) => id.endsWith(one));
    if (suffix === undefined) return null;
    const { module } = await runnerImport<typeof format>(FORMAT);
    const file = id.slice(0, -suffix.length);
    this.addWatchFile(file);
    const parsed = module.parseLesson(readFileSync(file, "utf8"));
    if ("error" in parsed) throw new Error(`${file}, ${parsed.error}`);
    const value = suffix === OUTLINE ? await outlineOf(parsed.value) : parsed.value;
    return { code: `export default ${JSON.stringify(value)};`, moduleType: "js" };
  },
};

const BUILT = "?built";

/** Evaluates a module at build time: visitors download the values, not the code that computes them. */
const built: Plugin = {
  name: "built",
  async load(id) {
    if (!id.endsWith(BUILT)) return null;
    const file = id.slice(0, -BUILT.length);
    this.addWatchFile(file);
    const { module } = await runnerImport<{ readonly default: unknown }>(file);
    return { code: `export default ${JSON.stringify(module.default)};`, moduleType: "js" };
  },
};

/** Optional dependencies of a library for a feature that the page does not use: conversion of HTML to PDF. */
const UNASKED = ["canvg", "html2canvas", "dompurify"];
const unasked: Plugin = {
  name: "unasked",
  enforce: "pre",
  resolveId: (id) => (UNASKED.includes(id) ? `\0${id}` : null),
  load: (id) => (UNASKED.some((name) => id === `\0${name}`) ? "export default null;" : null),
};

const [, VERSION] = /^version = "(.+)"$/m.exec(
  readFileSync(fileURLToPath(new URL("../Cargo.toml", import.meta.url)), "utf8"),
)!;

export default defineConfig({
  // Saved tables contain the version of the program.
  define: { SUBLEVEL_VERSION: JSON.stringify(VERSION) },
  // The built page works from any sub-path of any static server.
  base: "./",
  plugins: [lessons, built, unasked],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    // Visitors do not download dependency lists of later pages: the first visit loads most of those files already.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, modules, { hostType }) => (hostType === "html" ? modules : []),
    },
    // All modules of the first visit are one file: each further request costs 650 bytes of headers.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
    // The server's content security policy allows no scripts and styles from data: addresses.
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
  // The PyTorch program that the page offers is a file of the Python package.
  server: { fs: { allow: [".."] } },
  // A property test runs many cases, which takes longer than usual on a busy machine.
  // Fresh modules for each of 150 files would take longer than the tests, and no test changes a module.
  test: { setupFiles: "tests/seed.ts", testTimeout: 60_000, pool: "threads", isolate: false },
});
