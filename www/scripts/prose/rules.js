// The rules of the prose linter: pure functions from a text to its sentences and findings.

import { readFileSync } from "node:fs";
import writeGood from "write-good";

const BANNED = JSON.parse(readFileSync(new URL("banned.json", import.meta.url), "utf8")).map((entry) => ({
  ...entry,
  pattern: new RegExp(entry.pattern, "gi"),
}));

export const MAX_WORDS = 30;

const ABBREVIATIONS =
  /(?:\b(?:e\.g|i\.e|cf|vs|etc|al|approx|Fig|Figs|Eq|Sec|Tab|Thm|No|Dr|St|incl|resp|[A-Z])\.)$/;

/** The sentences of a text, each with its offset. A sentence ends at . ! ? before a space and a capital, digit, quote or bracket. */
export function sentencesOf(text) {
  const sentences = [];
  let start = 0;
  const push = (end) => {
    const raw = text.slice(start, end);
    const trimmed = raw.trim();
    if (/[A-Za-z]{2}/.test(trimmed)) sentences.push({ text: trimmed, at: start + raw.indexOf(trimmed) });
    start = end;
  };
  for (const match of text.matchAll(/[.!?…]["”’)*_]*\s+(?=[\p{Lu}\d"“‘(`[*_])/gu)) {
    const end = match.index + match[0].length;
    if (ABBREVIATIONS.test(text.slice(start, match.index + 1))) continue;
    push(end);
  }
  push(text.length);
  return sentences;
}

/** Words of a sentence: tokens with two letters, and “a” and “I”. Numbers and symbols of formulas do not count. */
export function wordsOf(sentence) {
  return sentence.split(/[\s—–]+/).filter((token) => /\p{L}['’]?\p{L}|^[aAI]$/u.test(token));
}

// Participles that describe a state and name no hidden actor.
const STATES = new Set(
  "connected disconnected directed undirected weighted unweighted labelled unlabelled fixed learned finished based related embedded extended nested sorted limited supported required allowed needed bounded disabled enabled selected unchanged numbered called used".split(
    " ",
  ),
);

export function passivesOf(sentence) {
  const all = writeGood(sentence, { ...OFF, passive: true });
  return all
    .map(({ index, offset }) => sentence.slice(index, index + offset))
    .filter((phrase) => !STATES.has(phrase.split(/\s+/).at(-1).toLowerCase()));
}

const OFF = {
  passive: false,
  illusion: false,
  so: false,
  thereIs: false,
  weasel: false,
  adverb: false,
  tooWordy: false,
  cliches: false,
  eprime: false,
};

// Phrases that write-good calls wordy and that have no shorter equivalent in some of their uses.
const PRECISE = new Set([
  "it is",
  "it was",
  "all of",
  "a number of",
  "similar to",
  "provided that",
  "in between",
  "as to",
]);

/** The findings in one sentence: `{ rule, text, instead }`. */
export function findingsOf(sentence, kind) {
  const findings = [];
  const question = /\?["”’)*_]*$/.test(sentence);
  const find = (rule, text, instead) => findings.push({ rule, text, instead });

  const words = wordsOf(sentence).length;
  if (words > MAX_WORDS)
    find("long", `${words} words: “${sentence.slice(0, 60)}…”`, `at most ${MAX_WORDS} words`);

  if (!question) {
    const opening =
      /^["“(*_]*(?:What|Who|Whoever|Whatever|Which)\b(?! if\b| happens\b|-if\b| is new\b| counts\b)/.exec(
        sentence,
      );
    if (opening) find("opening", `“${sentence.slice(0, 60)}”`, "start with a noun");
    for (const match of sentence.matchAll(/\bwhat\b(?![- ](?:if|to|happens?|happened)\b)/gi)) {
      if (opening && match.index < 4) continue;
      find("clause", around(sentence, match), "a noun in place of “what …”");
    }
    for (const match of sentence.matchAll(
      /\b(?:for|to|by|of|from|with|and|or|but|where|says|shows) who\b/gi,
    )) {
      find("clause", around(sentence, match), "name the person or the program");
    }
  }

  const passives = passivesOf(sentence);
  if (passives.length > 1) find("passive", passives.map((one) => `“${one}”`).join(", "), "active voice");

  for (const { pattern, instead, except } of BANNED) {
    if (except?.includes(kind)) continue;
    for (const match of sentence.matchAll(pattern)) find("phrase", around(sentence, match), instead);
  }

  for (const { index, offset, reason } of writeGood(sentence, {
    ...OFF,
    illusion: true,
    tooWordy: true,
    cliches: true,
  })) {
    const phrase = sentence.slice(index, index + offset);
    if (/wordy/.test(reason) && (PRECISE.has(phrase.toLowerCase()) || !phrase.includes(" "))) continue;
    // Placeholders may repeat.
    if (/repeated/.test(reason) && !/[a-z]{2}/.test(phrase)) continue;
    find("write-good", `“${phrase}”`, reason.replace(/^"[^"]*" /, ""));
  }
  return findings;
}

function around(sentence, { index, 0: phrase }) {
  const before = sentence.slice(Math.max(0, index - 24), index).replace(/^\S*\s/, "");
  const after = sentence.slice(index + phrase.length, index + phrase.length + 24).replace(/\s\S*$/, "");
  return `“${before}${phrase}${after}”`;
}
