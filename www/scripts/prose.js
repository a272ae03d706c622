// Checks the prose of the repository: `npm run prose [-- --area PATH… | --sample N | --update]`.
//
// Prints `file:line: rule: text → suggestion` and a table of findings by kind. Without --area it compares the table with
// prose/limits.json and fails where a kind has more findings than its limit. --update lowers the limits to the current figures.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isAbsolute, relative, resolve } from "node:path";
import { KINDS, textsOf } from "./prose/collect.js";
import { findingsOf, sentencesOf } from "./prose/rules.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LIMITS = fileURLToPath(new URL("prose/limits.json", import.meta.url));

// Texts by others, generated files and fixtures.
const EXCLUDED =
  /(?:^|\/)(?:fixtures|LICENSE|package-lock|node_modules|public|types|benches\/icml2020\/report)|\/protocol\.ts$|^www\/scripts\/prose\/|^docs\/cli\.md$/;

const args = process.argv.slice(2);
const areas = args.includes("--area")
  ? args.slice(args.indexOf("--area") + 1).filter((one) => !one.startsWith("--"))
  : [];
const flag = (name) => args.includes(name);

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path && !EXCLUDED.test(path) && inArea(path));

function inArea(path) {
  if (areas.length === 0) return true;
  return areas.some((area) => {
    const from = process.env.INIT_CWD ?? process.cwd();
    const candidates = [area, relative(ROOT, isAbsolute(area) ? area : resolve(from, area))];
    return candidates.some((one) => path === one || path.startsWith(`${one.replace(/\/$/, "")}/`));
  });
}

const counts = Object.fromEntries(KINDS.map((kind) => [kind, { sentences: 0, findings: 0 }]));
const sample = Object.fromEntries(KINDS.map((kind) => [kind, []]));
const lines = [];
for (const file of files) {
  let content;
  try {
    content = readFileSync(resolve(ROOT, file), "utf8");
  } catch (error) {
    // Deleted in the working tree, but still in the index.
    if (error.code === "ENOENT") continue;
    throw error;
  }
  for (const { line, kind, text } of textsOf(file, content)) {
    for (const { text: sentence, at } of sentencesOf(text)) {
      const plain = sentence.replace(/\s+/g, " ");
      counts[kind].sentences++;
      const place = `${file}:${line + text.slice(0, at).split("\n").length - 1}`;
      sample[kind].push(`${place}: ${plain}`);
      for (const { rule, text: found, instead } of findingsOf(plain, kind)) {
        counts[kind].findings++;
        lines.push(`${place}: ${kind}/${rule}: ${found} → ${instead}`);
      }
    }
  }
}

const rate = ({ sentences, findings }) => (sentences === 0 ? 0 : (40 * findings) / sentences);
const rounded = (value) => Math.round(value * 100) / 100;

if (flag("--sample")) {
  const number = Number(args[args.indexOf("--sample") + 1]) || 50;
  for (const kind of KINDS) {
    // A fixed stride gives the same sample each time.
    const stride = Math.max(1, Math.floor(sample[kind].length / number));
    console.log(`\n## ${kind}`);
    for (let i = 0; i < number && i * stride < sample[kind].length; i++)
      console.log(sample[kind][i * stride]);
  }
} else if (!flag("--count")) {
  for (const line of lines) console.log(line);
}

console.log("\nkind      sentences  findings  per 40 sentences");
for (const kind of KINDS) {
  const { sentences, findings } = counts[kind];
  if (sentences === 0) continue;
  console.log(
    `${kind.padEnd(10)}${String(sentences).padStart(9)}${String(findings).padStart(10)}${rate(counts[kind]).toFixed(2).padStart(18)}`,
  );
}

if (areas.length === 0) {
  const limits = JSON.parse(readFileSync(LIMITS, "utf8"));
  // Docs and comments grow, so their limit is a rate.
  const current = (kind) => (kind in limits.findings ? counts[kind].findings : rounded(rate(counts[kind])));
  if (flag("--update")) {
    for (const group of Object.values(limits)) {
      for (const kind of Object.keys(group)) group[kind] = Math.min(group[kind], current(kind));
    }
    writeFileSync(LIMITS, `${JSON.stringify(limits, null, 2)}\n`);
  }
  const over = Object.values(limits).flatMap((group) =>
    Object.entries(group).filter(([kind, limit]) => current(kind) > limit),
  );
  for (const [kind, limit] of over)
    console.error(`${kind}: ${current(kind)} is above the limit of ${limit} (scripts/prose/limits.json)`);
  if (over.length > 0) process.exitCode = 1;
}
