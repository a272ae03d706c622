// Saves the page as a folder that opens at the view, for example as the supplement of a paper. Any web server serves it.

import { strFromU8, strToU8, zipSync } from "fflate";
import type { Zippable } from "fflate";
import { SESSION_META, siteMeta } from "../../services/data/collection";
import type { App } from "../context";
import { saveFile } from "./disk";
import { fetched, packedSession } from "./session";

/** The name of the session in the folder. */
const SESSION_FILE = "run.sublevel";
/** Written by `scripts/finish.js`: every file of the page but these two. */
const CONTENTS = "offline.json";
const OTHERS = [CONTENTS, "offline.js"];
const INDEX = "index.html";
/** The default of zip programs. */
const LEVEL = 6;

/** Offers the page with the run in view as a zip. Throws with the reason if the site does not tell its files. */
export async function saveSite(app: App): Promise<void> {
  if (app.store.state.peek().run?.summary.logged)
    throw new Error("This is a run log: put its folder on a server, and start sublevel serve --run there.");
  const session = await packedSession(app, true);
  const contents: unknown = await json(CONTENTS).catch(() => null);
  const training: unknown = await json("training.json").catch(() => null);
  const pages = (contents as { readonly files?: readonly string[] } | null)?.files;
  const module = (training as { readonly module?: string } | null)?.module;
  if (!pages || !module)
    throw new Error("Only the built page can be saved: start it with cargo run --release, not with vite.");
  const paths = [...pages, ...OTHERS, module, module.replace(/\.js$/, "_bg.wasm")];
  const files = await Promise.all(paths.map(async (path) => [path, await fetched(path)] as const));
  const folder = {
    ...Object.fromEntries(files),
    "training.json": strToU8(JSON.stringify(training)),
    [INDEX]: strToU8(withSession(strFromU8(await fetched(INDEX)), session.name, session.link)),
    [SESSION_FILE]: [session.bytes, { level: 0 }] satisfies Zippable[string],
  };
  const packed = zipSync({ [session.name]: folder }, { level: LEVEL });
  saveFile(`${session.name}-page.zip`, new Blob([packed], { type: "application/zip" }));
}

async function json(path: string): Promise<unknown> {
  return JSON.parse(strFromU8(await fetched(path)));
}

/** The text of the page with this session in place of the one of its site. */
function withSession(html: string, title: string, link: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  page.querySelector(SESSION_META)?.remove();
  page.head.append(siteMeta(page, { file: SESSION_FILE, title, link }));
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}
