// Markdown as the documentation uses it: the renderer, the anchors of headings, and the links of a file.

import MarkdownIt from "markdown-it";

/** The anchor of a heading, as GitHub makes it; `used` counts the headings of the same page. */
function anchorOf(text, used) {
  const anchor = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
  const number = used.get(anchor) ?? 0;
  used.set(anchor, number + 1);
  return number === 0 ? anchor : `${anchor}-${number}`;
}

const plain = (tokens) =>
  tokens
    .map(({ type, content, children }) =>
      type === "image" ? plain(children) : /^(?:text|code_inline)$/.test(type) ? content : "",
    )
    .join("");

/** The texts, anchors and levels of the headings, with the tokens of a Markdown text. Headings get their anchors as ids. */
export function parse(text) {
  const markdown = new MarkdownIt({ html: true });
  const tokens = markdown.parse(text, {});
  const used = new Map();
  const headings = [];
  tokens.forEach((token, i) => {
    if (token.type !== "heading_open") return;
    const title = plain(tokens[i + 1].children);
    const anchor = anchorOf(title, used);
    token.attrSet("id", anchor);
    headings.push({ level: Number(token.tag.slice(1)), title, anchor });
  });
  return { markdown, tokens, headings };
}

/** Every link and image: `{ line, href, token }`. */
export function linksOf(tokens) {
  const links = [];
  for (const { type, map, children } of tokens) {
    if (type !== "inline") continue;
    let line = (map?.[0] ?? 0) + 1;
    for (const child of children) {
      if (child.type === "softbreak" || child.type === "hardbreak") line++;
      if (child.type === "link_open") links.push({ line, href: child.attrGet("href"), token: child });
      if (child.type === "image") links.push({ line, href: child.attrGet("src"), token: child });
    }
  }
  return links;
}

export const isExternal = (href) => /^[a-z][a-z+.-]*:|^\/\//i.test(href);
