// Checks the links of every Markdown file of the repository, without the network: files and anchors must exist.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { isExternal, linksOf, parse } from "./docs/markdown.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: ROOT,
  encoding: "utf8",
});
const files = tracked.split("\n").filter((file) => file && existsSync(join(ROOT, file)));
const parsed = new Map();
const markdownOf = (file) => {
  if (!parsed.has(file)) parsed.set(file, parse(readFileSync(join(ROOT, file), "utf8")));
  return parsed.get(file);
};

let checked = 0;
const broken = [];
for (const file of files) {
  for (const { line, href } of linksOf(markdownOf(file).tokens)) {
    if (isExternal(href)) continue;
    checked++;
    const [path, anchor] = decodeURI(href).split("#");
    const target = path === "" ? file : posix.join(posix.dirname(file), path);
    const onDisk = join(ROOT, target);
    if (target.startsWith("..") || !existsSync(onDisk)) {
      broken.push(`${file}:${line}: ${href}: the file ${target} does not exist`);
    } else if (anchor && !(target.endsWith(".md") && statSync(onDisk).isFile())) {
      broken.push(`${file}:${line}: ${href}: only Markdown files have anchors`);
    } else if (anchor && !markdownOf(target).headings.some((heading) => heading.anchor === anchor)) {
      broken.push(`${file}:${line}: ${href}: ${target} has no heading #${anchor}`);
    }
  }
}
for (const fault of broken) console.error(fault);
console.log(`${checked} links in ${files.length} Markdown files, ${broken.length} broken`);
if (broken.length > 0) process.exitCode = 1;
