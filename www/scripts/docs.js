// Renders the documentation to HTML: `node scripts/docs.js OUT`. It starts with docs/README.md and follows the links to other
// Markdown files. Pages, images and the style sheet lie side by side in OUT, and the page's files above it.

import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { isExternal, linksOf, parse } from "./docs/markdown.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START = "docs/README.md";
/** Pages for readers of the sources only. */
const OMITTED = /^(?:benches|examples|shaders|tests)\//;
const [out] = process.argv.slice(2);

/** The name of the page of a Markdown file. */
function nameOf(path) {
  if (path === START) return "index.html";
  const name = path.startsWith("docs/") ? path.slice("docs/".length) : path;
  return `${name.replace(/\.md$/, "").replaceAll("/", "-").toLowerCase()}.html`;
}

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const read = (path) => readFile(join(ROOT, path), "utf8").catch(() => null);

const pages = new Map();
const images = new Map();

/** Reads a page and those it links to, and turns its links into those of the site. */
async function collect(path) {
  const text = await read(path);
  if (text === null) throw new Error(`${path} does not exist`);
  const page = { path, ...parse(text.replace(/<!--[\s\S]*?-->/g, "")) };
  pages.set(path, page);
  const next = [];
  for (const { href, token } of linksOf(page.tokens)) {
    if (isExternal(href) || href.startsWith("#")) continue;
    const [file, anchor] = decodeURI(href).split("#");
    const target = posix.normalize(posix.join(posix.dirname(path), file));
    if (token.type === "image") {
      images.set(target, posix.basename(target));
      token.attrSet("src", posix.basename(target));
    } else if (target.endsWith(".md") && !OMITTED.test(target) && (await read(target)) !== null) {
      token.attrSet("href", nameOf(target) + (anchor ? `#${anchor}` : ""));
      next.push(target);
    } else {
      // A source file, which is not part of the site.
      token.attrs = null;
    }
  }
  for (const target of next) if (!pages.has(target)) await collect(target);
}

/** The sections of the start page with the pages that they link to. */
function contents({ tokens, headings }) {
  const sections = [];
  let heading = 0;
  tokens.forEach((token, i) => {
    if (token.type === "heading_open") sections.push({ title: headings[heading++].title, links: [] });
    if (token.type !== "inline" || tokens[i - 2]?.type !== "list_item_open") return;
    const at = token.children.findIndex(({ type }) => type === "link_open");
    if (at < 0) return;
    const href = token.children[at].attrGet("href");
    if (href) sections.at(-1)?.links.push({ href, title: token.children[at + 1].content });
  });
  return sections.filter(({ links }) => links.length > 0);
}

function navigation(sections, current) {
  const item = ({ href, title }) =>
    `<li><a href="${escaped(href)}"${href === current ? ' aria-current="page"' : ""}>${escaped(title)}</a></li>`;
  return sections
    .map(({ title, links }) => `<h2>${escaped(title)}</h2><ul>${links.map(item).join("")}</ul>`)
    .join("\n");
}

/** Wide tables and code scroll inside a region that the keyboard reaches. */
function scrolling({ renderer }) {
  const { rules } = renderer;
  rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  // The corner of a table is no header.
  rules.th_open = (tokens, i, options, _, self) => {
    tokens[i].tag = tokens[i + 1].content === "" ? "td" : "th";
    return self.renderToken(tokens, i, options);
  };
  rules.th_close = (tokens, i) => `</${tokens[i - 1].content === "" ? "td" : "th"}>`;
  rules.fence = rules.code_block = (tokens, i) =>
    `<pre tabindex="0"><code>${escaped(tokens[i].content)}</code></pre>\n`;
}

function render({ path, markdown, tokens, headings }, sections) {
  scrolling(markdown);
  const name = nameOf(path);
  const title = headings[0]?.title ?? "Sublevel";
  const parts = headings.filter(({ level }) => level === 2);
  const onPage =
    parts.length < 3 || name === "index.html"
      ? ""
      : `<nav class="on-page" aria-label="On this page"><h2>On this page</h2><ul>${parts
          .map((part) => `<li><a href="#${escaped(part.anchor)}">${escaped(part.title)}</a></li>`)
          .join("")}</ul></nav>`;
  const start = tokens.findIndex(({ type }) => type === "heading_close") + 1;
  const html = (some) => markdown.renderer.render(some, markdown.options, {});
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Sublevel</title>
<link rel="icon" type="image/svg+xml" href="../icon.svg">
<script src="../theme.js"></script>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="../index.html"><img src="../icon.svg" alt="" width="24" height="24">Sublevel</a><a href="index.html">Docs</a><a class="open" href="../index.html">Open the explorer</a></header>
<div class="columns">
<nav class="pages" aria-label="Documentation"><details open><summary>All pages</summary>
${navigation(sections, name)}
</details></nav>
<main id="content">
${html(tokens.slice(0, start))}${onPage}${html(tokens.slice(start))}</main>
</div>
<script src="docs.js"></script>
</body>
</html>
`;
}

await collect(START);
const sections = contents(pages.get(START));
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const page of pages.values()) await writeFile(join(out, nameOf(page.path)), render(page, sections));
for (const [path, name] of images) await copyFile(join(ROOT, path), join(out, name));
const here = dirname(fileURLToPath(import.meta.url));
const tokens = await readFile(join(here, "../src/app/tokens.css"), "utf8");
await writeFile(join(out, "docs.css"), tokens + (await readFile(join(here, "docs/docs.css"), "utf8")));
await copyFile(join(here, "docs/browser.js"), join(out, "docs.js"));
if (new Set([...images.values()]).size < images.size) throw new Error("two images have the same name");
console.log(`${pages.size} pages in ${basename(out)}`);
