// Parsers for the values of a JSON file. Each value knows its offset, so that an error can name its line.

import { createScanner, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";

/** A parse error with its offset. */
class Refusal extends Error {
  constructor(
    readonly offset: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** Reads a value; throws if it is invalid. */
export type Read<T> = (node: Node) => T;
/** The result of reading a file, or the error with its line. */
export type ReadAnswers<T> = { readonly value: T } | { readonly error: string };

const DEEPEST = 12;

export function refuse(node: Node, reason: string): never {
  throw new Refusal(node.offset, reason);
}

/** Reads a file; returns errors, never throws them. */
export function readJson<T>(text: string, longest: number, read: Read<T>): ReadAnswers<T> {
  if (text.length > longest) return { error: `line 1: the file has more than ${longest} characters` };
  try {
    return { value: read(treeOf(text)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: `line ${lineAt(text, error.offset)}: ${error.message}` };
  }
}

function treeOf(text: string): Node {
  refuseDepth(text);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first) throw new Refusal(first.offset, `invalid JSON (${words(printParseErrorCode(first.error))})`);
  if (!tree) throw new Refusal(0, "the file is empty");
  return tree;
}

/** The parser recurses, so the depth of a file needs a limit. */
function refuseDepth(text: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  // The token at the end of the file has length 0.
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const bracket = scanner.getTokenLength() === 1 ? (text[scanner.getTokenOffset()] ?? "") : "";
    if ("{[".includes(bracket)) depth += bracket.length;
    if ("}]".includes(bracket)) depth -= bracket.length;
    if (depth > DEEPEST) throw new Refusal(scanner.getTokenOffset(), "the brackets are nested too deeply");
  }
}

/** "PropertyNameExpected" as words. */
function words(code: string): string {
  return code.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

export function number(low: number, high: number): Read<number> {
  return (node) => {
    const value: unknown = node.value;
    if (typeof value !== "number" || !(value >= low && value <= high)) {
      return refuse(node, `expected a number from ${low} to ${high}`);
    }
    return value;
  };
}

export function whole(low: number, high: number): Read<number> {
  const read = number(low, high);
  return (node) => {
    const value = read(node);
    return Number.isInteger(value) ? value : refuse(node, "expected a whole number");
  };
}

export const flag: Read<boolean> = (node) =>
  typeof node.value === "boolean" ? node.value : refuse(node, "expected true or false");

export function text(longest: number): Read<string> {
  return (node) => {
    const value: unknown = node.value;
    if (typeof value !== "string" || value.trim() === "") return refuse(node, "expected a text");
    if (value.length > longest) return refuse(node, `this text has more than ${longest} characters`);
    return value;
  };
}

export function oneOf<T extends string>(values: readonly T[]): Read<T> {
  return (node) =>
    values.find((value) => value === node.value) ?? refuse(node, `expected one of ${values.join(", ")}`);
}

export function orNull<T>(read: Read<T>): Read<T | null> {
  return (node) => (node.type === "null" ? null : read(node));
}

export function list<T>(read: Read<T>, min: number, max: number): Read<readonly T[]> {
  return (node) => {
    if (node.type !== "array") return refuse(node, "expected a list");
    const items = node.children ?? [];
    if (items.length < min) return refuse(node, `this list needs at least ${min} entries`);
    if (items.length > max) return refuse(node, `this list takes at most ${max} entries`);
    return items.map(read);
  };
}

/** The keys of an object; each must be unique. */
export function entries(node: Node): ReadonlyMap<string, { readonly key: Node; readonly value: Node }> {
  if (node.type !== "object") return refuse(node, "expected an object { … }");
  const found = new Map<string, { key: Node; value: Node }>();
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? [];
    if (!key || !value) return refuse(node, "a key has no value");
    const name = String(key.value);
    if (found.has(name)) refuse(key, `“${short(name)}” is defined twice`);
    found.set(name, { key, value });
  }
  return found;
}

/** A key of an object: required, or optional with a default. */
type Field<T> = Read<T> | { readonly read: Read<T>; readonly otherwise: T };

export function optional<T>(read: Read<T>, otherwise: T): Field<T> {
  return { read, otherwise };
}

/** An object with exactly these keys. */
export function record<T extends object>(fields: { readonly [Name in keyof T]: Field<T[Name]> }): Read<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  return (node) => {
    const found = entries(node);
    for (const [name, { key }] of found) {
      if (!(names as string[]).includes(name)) {
        refuse(key, `“${short(name)}” is not a known key; expected ${names.join(", ")}`);
      }
    }
    const result: Partial<T> = {};
    for (const name of names) {
      const field = fields[name];
      const value = found.get(name)?.value;
      if (typeof field === "function") {
        result[name] = value ? field(value) : refuse(node, `“${name}” is missing`);
      } else {
        result[name] = value ? field.read(value) : field.otherwise;
      }
    }
    return result as T;
  };
}

/** An unknown key, shortened for a message. */
export function short(name: string): string {
  return name.length > 30 ? `${name.slice(0, 30)}…` : name;
}
