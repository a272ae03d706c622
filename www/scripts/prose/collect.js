// The texts of the repository, by kind. A text is `{ file, line, kind, text }`, where `text` keeps its line breaks.

import MarkdownIt from "markdown-it";
import ts from "typescript";

export const KINDS = ["readme", "page", "lessons", "cli", "docs", "comments", "tests"];

const markdown = new MarkdownIt({ html: true });

/** The texts of one file, `path` relative to the repository. */
export function textsOf(path, content) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const texts = collectorOf(path)?.(content, path) ?? [];
  return texts.map((text) => ({ file: path, ...text })).filter(({ text }) => !isDirective(text, name));
}

function collectorOf(path) {
  if (path === "README.md") return (content) => ofMarkdown(content, "readme");
  if (path.endsWith(".md")) return (content) => ofMarkdown(content, "docs");
  if (/\/lessons\/course\/.*\.json$/.test(path)) return ofLesson;
  if (/\.rs$/.test(path)) return ofRust;
  if (/\.(?:ts|tsx|js|mjs|cjs)$/.test(path)) return ofScript;
  if (/\.wgsl$/.test(path)) return (content) => ofComments(scan(content, /$^/).comments);
  if (/\.css$/.test(path))
    return (content) => ofComments(scan(content, /$^/, { lineComments: false }).comments);
  if (/\.html$/.test(path)) return ofHtml;
  if (/\.(?:py|sh|toml|yml)$|^\.ci\/run$/.test(path)) return ofHashes;
  return null;
}

const isDirective = (text) =>
  /^(?:eslint|prettier|@ts-|\/ <reference|!|shellcheck|type:|noqa|SPDX)/.test(text.trim());

/** Paragraphs, headings, list items and table cells, without code. */
export function ofMarkdown(content, kind, firstLine = 1) {
  const texts = [];
  let line = firstLine;
  for (const token of markdown.parse(
    content.replace(/^---\n[\s\S]*?\n---\n/, (it) => it.replace(/[^\n]/g, "")),
    {},
  )) {
    if (token.map) line = firstLine + token.map[0];
    if (token.type !== "inline") continue;
    const text = inlineText(token.children);
    if (text.trim()) texts.push({ line, kind, text });
  }
  return texts;
}

function inlineText(tokens) {
  return tokens
    .map((token) => {
      if (token.type === "text") return token.content;
      if (token.type === "code_inline") return "X";
      if (token.type === "softbreak" || token.type === "hardbreak") return "\n";
      if (token.type === "image") return inlineText(token.children);
      return "";
    })
    .join("");
}

function ofComments(comments, kind = "comments") {
  return comments.flatMap(({ line, text, kind: own }) => ofMarkdown(text, own ?? kind, line));
}

const TEXT_KEYS = new Set([
  "title",
  "idea",
  "removes",
  "ask",
  "misunderstanding",
  "text",
  "why",
  "hint",
  "say",
  "label",
  "caption",
]);

function ofLesson(content) {
  const texts = [];
  const lines = content.split("\n");
  lines.forEach((line, at) => {
    for (const [, key, value] of line.matchAll(/"(\w+)":\s*("(?:[^"\\]|\\.)*")/g)) {
      if (TEXT_KEYS.has(key))
        texts.push({ line: at + 1, kind: "lessons", text: JSON.parse(value).replace(/\*+/g, "") });
    }
  });
  return texts;
}

function ofHtml(content) {
  const texts = [];
  const at = (index) => content.slice(0, index).split("\n").length;
  const plain = content.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, (it) =>
    it.replace(/[^\n]/g, " "),
  );
  for (const match of plain.matchAll(/>([^<]*\s[^<]*)</g)) {
    if (match[1].trim()) texts.push({ line: at(match.index), kind: "page", text: match[1] });
  }
  for (const match of plain.matchAll(/\b(?:content|title|alt|aria-label)="([^"]* [^"]*)"/g)) {
    texts.push({ line: at(match.index), kind: "page", text: match[1] });
  }
  return texts;
}

function ofHashes(content) {
  const comments = [];
  content.split("\n").forEach((line, at) => {
    const match = /^\s*# ?(.*)$/.exec(line);
    if (!match || line.startsWith("#!")) return;
    const last = comments.at(-1);
    if (last && last.line + last.text.split("\n").length === at + 1) last.text += `\n${match[1]}`;
    else comments.push({ line: at + 1, text: match[1] });
  });
  return ofComments(comments);
}

/**
 * Comments and string literals of a file with `//` and `/* *\/` comments. `literal` matches a string at the current position, with
 * its content as the group `text`.
 */
function scan(content, literal, { lineComments = true } = {}) {
  const comments = [];
  const strings = [];
  const sticky = new RegExp(literal.source, "suy");
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|["'rb]/g;
  let line = 1;
  let counted = 0;
  const lineAt = (index) => {
    for (; counted < index; counted++) if (content[counted] === "\n") line++;
    return line;
  };
  for (let at = 0; ;) {
    token.lastIndex = at;
    const match = token.exec(content);
    if (!match) break;
    const [text] = match;
    at = match.index + text.length;
    if (text.startsWith("//")) {
      if (lineComments) addLine(comments, content, match.index, lineAt(match.index), text);
      else at = match.index + 2;
    } else if (text.startsWith("/*")) {
      comments.push({ line: lineAt(match.index), at: match.index, text: unstarred(text) });
    } else {
      if (/[rb]/.test(text) && /\w/.test(content[match.index - 1] ?? "")) continue;
      sticky.lastIndex = match.index;
      const string = sticky.exec(content);
      if (!string) continue;
      at = match.index + string[0].length;
      const inside = string.groups.escaped ?? string.groups.raw;
      if (inside !== undefined) strings.push({ line: lineAt(match.index), at: match.index, text: inside });
    }
  }
  return { comments, strings };
}

function addLine(comments, content, at, line, comment) {
  const [, marker, text] = /^(\/\/[/!]?) ?(.*)$/s.exec(comment);
  const alone = content.slice(content.lastIndexOf("\n", at) + 1, at).trim() === "";
  const last = comments.at(-1);
  if (alone && last?.marker === marker && last.alone && last.next === line) {
    last.text += `\n${text}`;
    last.next++;
  } else comments.push({ line, at, text, marker, alone, next: line + 1 });
}

const unstarred = (text) =>
  text
    .slice(2, -2)
    .replace(/^\*/, "")
    .replace(/^[ \t]*\* ?/gm, "")
    .trimStart();

// A string, a raw string, or a character (which has no groups); a lifetime is none of them.
const RUST_LITERAL =
  /b?"(?<escaped>(?:[^"\\]|\\.)*)"|b?r(?<hashes>#*)"(?<raw>.*?)"\k<hashes>(?!#)|b?'(?:[^'\\\n]|\\(?:x..|u\{[^}]*\}|.))'/;

function ofRust(content, path) {
  const { comments, strings } = scan(content, RUST_LITERAL);
  const outside = outsideTests(content);
  const tested =
    !/^(?:src|build\.rs)/.test(path) || /(?:^|\/)tests?\.rs$/.test(path) || path.includes("/tests/");
  if (/^src\/cli\//.test(path)) markHelp(content, comments);
  const texts = ofComments(comments);
  if (!tested) {
    for (const { line, at, text } of strings) {
      if (outside(at)) texts.push(...ofString(line, unescapedRust(text), "cli"));
    }
  }
  for (const match of content.matchAll(/#\[test\][^{]*?\bfn\s+(\w+)/g)) {
    const line = content.slice(0, match.index + match[0].length).split("\n").length;
    texts.push({ line, kind: "tests", text: match[1].replaceAll("_", " ") });
  }
  return texts;
}

const unescapedRust = (text) =>
  text
    .replace(/\\\n\s*/g, "")
    .replaceAll("\\n", "\n")
    .replaceAll('\\"', '"')
    .replaceAll("\\\\", "\\")
    .replaceAll("{{", "(")
    .replaceAll("}}", ")")
    .replace(/\{[^{}]*\}/g, "X");

/** Where the modules `#[cfg(test)] mod …` are, found by the indentation that rustfmt gives them. */
function outsideTests(content) {
  const ranges = [];
  for (const match of content.matchAll(
    /^([ \t]*)#\[cfg\((?:all\()?test\b[^\n]*\n(?:[ \t]*(?:#|\/\/)[^\n]*\n)*[ \t]*(?:pub(?:\([^)]*\))? )?(?:mod|fn|impl)\b[^\n]*\{\n/gm,
  )) {
    const end = content.indexOf(`\n${match[1]}}`, match.index);
    ranges.push([match.index, end < 0 ? content.length : end]);
  }
  return (at) => !ranges.some(([from, to]) => from <= at && at < to);
}

/** Documentation of what clap parses is help: of a struct or enum that derives a trait of clap, and of its fields and variants. */
function markHelp(content, comments) {
  const items =
    /((?:^[ \t]*(?:\/\/\/|#)[^\n]*\n|^[ \t]*[^\n]*\)\]\n)*)^([ \t]*)(?:pub(?:\([^)]*\))? )?(?:struct|enum) \w+[^\n;]*\{\n/gm;
  for (const match of content.matchAll(items)) {
    if (!/derive\([^)]*\b(?:Parser|Args|Subcommand|ValueEnum)\b/.test(match[1])) continue;
    const end = content.indexOf(`\n${match[2]}}`, match.index + match[0].length - 1);
    for (const comment of comments) {
      if (comment.marker === "///" && comment.at >= match.index && comment.at < end) comment.kind = "cli";
    }
  }
}

/** A string is prose if it has two words in a row and is not a piece of code, a path or a list of classes. Command lines are not prose. */
function ofString(line, string, kind) {
  const text = kind === "cli" ? string.replace(/\n {2}(?:sublevel|parallel) [^\n]*/g, "") : string;
  if (!/\p{L}{2,}[,;:]? ["“(]?\p{L}/u.test(text)) return [];
  if (/[{};]\s*\n|^\s*<|::|=>|\bfn \w+\(|@compute|@group/.test(text)) return [];
  return text.split(/\n\s*\n|\n(?=\s*[-*] )/).map((part) => ({ line, kind, text: part }));
}

// Attributes whose values are not prose.
const SILENT = new Set([
  "class",
  "className",
  "style",
  "d",
  "viewBox",
  "transform",
  "id",
  "for",
  "key",
  "href",
  "src",
  "rel",
  "points",
]);
const INLINE = new Set([
  "b",
  "i",
  "em",
  "strong",
  "a",
  "code",
  "var",
  "sub",
  "sup",
  "kbd",
  "span",
  "abbr",
  "Term",
  "MathText",
]);

function ofScript(content, path) {
  const tsx = path.endsWith(".tsx");
  const source = ts.createSourceFile(
    path,
    content,
    ts.ScriptTarget.Latest,
    true,
    tsx ? ts.ScriptKind.TSX : undefined,
  );
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const texts = ofComments(scriptComments(content, source, lineOf));
  const test = /\.test\.|(?:^|\/)testing\.ts$/.test(path);
  const page = /^www\/src\/.*\.tsx?$/.test(path) && !test && !path.endsWith("protocol.ts");
  const visit = (node) => {
    if (
      test &&
      ts.isCallExpression(node) &&
      ["test", "it", "describe"].includes(node.expression.getText(source))
    ) {
      const [name] = node.arguments;
      if (name && ts.isStringLiteralLike(name))
        texts.push({ line: lineOf(name.getStart()), kind: "tests", text: name.text });
    }
    if (page) {
      if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node) || ts.isTypeNode(node)) return;
      if (ts.isJsxAttribute(node) && SILENT.has(node.name.getText(source))) return;
      if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
        const inline = ts.isJsxElement(node) && INLINE.has(node.openingElement.tagName.getText(source));
        if (!(inline && isProse(node.parent))) ofElement(node);
      } else if (ts.isStringLiteralLike(node)) {
        texts.push(...ofString(lineOf(node.getStart()), node.text, "page"));
      } else if (ts.isTemplateExpression(node)) {
        texts.push(...ofString(lineOf(node.getStart()), templateText(node), "page"));
      }
    }
    ts.forEachChild(node, visit);
  };
  const isProse = (node) =>
    (ts.isJsxElement(node) || ts.isJsxFragment(node)) &&
    node.children.some((child) => ts.isJsxText(child) && child.text.trim());

  const elementText = (node) =>
    node.children
      .map((child) => {
        if (ts.isJsxText(child)) return child.text.replace(/\s+/g, " ");
        if (ts.isJsxExpression(child)) {
          const { expression } = child;
          if (!expression) return "";
          if (ts.isStringLiteralLike(expression)) return expression.text;
          return ts.isConditionalExpression(expression) || ts.isBinaryExpression(expression) ? " " : "X";
        }
        if (ts.isJsxElement(child)) {
          return INLINE.has(child.openingElement.tagName.getText(source)) ? elementText(child) : " \n\n ";
        }
        return ts.isJsxSelfClosingElement(child) && child.tagName.getText(source) === "br" ? " " : "X";
      })
      .join("");
  const ofElement = (node) => {
    if (!node.children.some((child) => ts.isJsxText(child) && child.text.trim())) return;
    const first = node.children.find((child) => !ts.isJsxText(child) || child.text.trim());
    const line = lineOf(
      ts.isJsxText(first) ? first.pos + /^\s*/.exec(first.text)[0].length : first.getStart(),
    );
    texts.push(...ofString(line, elementText(node), "page"));
  };
  visit(source);
  return texts;
}

const templateText = (node) =>
  node.head.text + node.templateSpans.map((span) => `X${span.literal.text}`).join("");

function scriptComments(content, source, lineOf) {
  const comments = [];
  const seen = new Set();
  const visit = (node) => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(content, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(content, node.getEnd()) ?? []),
    ];
    for (const { pos, end, kind } of ranges) {
      if (seen.has(pos) || ts.isJsxText(node)) continue;
      seen.add(pos);
      const text = content.slice(pos, end);
      if (kind === ts.SyntaxKind.SingleLineCommentTrivia) addLine(comments, content, pos, lineOf(pos), text);
      else comments.push({ line: lineOf(pos), at: pos, text: unstarred(text) });
    }
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return comments;
}
