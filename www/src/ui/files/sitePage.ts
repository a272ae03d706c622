// Saves the page as a folder that opens at the view, for example as the supplement of a paper. Any web server serves it.

import { strFromU8, strToU8, zipSync } from "fflate";
import type { Zippable } from "fflate";
import { SESSION_META, siteMeta, siteSession } from "../../services/data/collection";
import type { NamedSession } from "../../services/data/collection";
import type { App } from "../context";
import { saveFile } from "./disk";
import { fetchBesidePage, packedSession } from "./session";

/** The name of the session in the folder. */
const SESSION_FILE = "run.sublevel";
/** Written by `scripts/finish.js`: what the service worker stores. */
const CONTENTS = "offline.json";
interface Contents {
  readonly build: string;
  /** Every file of the page but `index.html`, this one and the service worker. */
  readonly files: readonly string[];
}
const INDEX = "index.html";
/** The default of zip programs. */
const LEVEL = 6;

/** Offers the page with the run in view as a zip. Throws with the reason if the site does not tell its files. */
export async function saveSite(app: App): Promise<void> {
  if (app.store.state.peek().run?.summary.logged)
    throw new Error("This is a run log: put its folder on a server, and start sublevel serve --run there.");
  const session = await packedSession(app, true);
  const contents = (await json(CONTENTS).catch(() => null)) as Contents | null;
  const training = (await json("training.json").catch(() => null)) as { readonly module?: string } | null;
  const module = training?.module;
  if (!contents || module === undefined)
    throw new Error("Only the built page can be saved: start it with cargo run --release, not with vite.");
  const pages = contents.files.filter((path) => path !== siteSession()?.file);
  const paths = [...pages, "offline.js", module, module.replace(/\.js$/, "_bg.wasm")];
  const files = await Promise.all(paths.map(async (path) => [path, await fetchBesidePage(path)] as const));
  // Browsers store each build for use without a network, so a folder with another run is another build.
  const stored = { build: `${contents.build}-${Date.now().toString(36)}`, files: [...pages, SESSION_FILE] };
  const named = { file: SESSION_FILE, title: `${session.name}, trained`, link: session.link };
  const folder = {
    ...Object.fromEntries(files),
    [CONTENTS]: strToU8(JSON.stringify(stored)),
    "training.json": strToU8(JSON.stringify(training)),
    [INDEX]: strToU8(withSession(strFromU8(await fetchBesidePage(INDEX)), named)),
    [SESSION_FILE]: [session.bytes, { level: 0 }] satisfies Zippable[string],
  };
  const packed = zipSync({ [session.name]: folder }, { level: LEVEL });
  saveFile(`${session.name}-page.zip`, new Blob([packed], { type: "application/zip" }));
}

async function json(path: string): Promise<unknown> {
  return JSON.parse(strFromU8(await fetchBesidePage(path)));
}

/** The text of the page with this session in place of the one of its site. */
function withSession(html: string, session: NamedSession): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  page.querySelector(SESSION_META)?.remove();
  page.head.append(siteMeta(page, session));
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}
