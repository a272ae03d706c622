// Formulas for the values of vertices, such as 1 + degree / n. A parser evaluates them; they never run as
// scripts.

export const VARIABLES = ["i", "n", "degree", "x", "y", "core", "closeness", "distance", "random"] as const;
export type Variable = (typeof VARIABLES)[number];

/** The value of each variable during evaluation. */
export type Lookup = (variable: Variable) => number;

export interface Formula {
  /** The variables that occur in it. */
  readonly variables: ReadonlySet<Variable>;
  value(lookup: Lookup): number;
}

/** A parse error and its position. */
export class FormulaError extends Error {
  /** The number of characters before the error. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** The parser recurses at each parenthesis, so longer formulas are rejected. */
export const MAX_FORMULA = 500;

type Value = (lookup: Lookup) => number;

const OF_ONE: Readonly<Record<string, (value: number) => number>> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
  exp: Math.exp,
  log: Math.log,
  floor: Math.floor,
};
const OF_SEVERAL: Readonly<Record<string, (...values: number[]) => number>> = {
  min: Math.min,
  max: Math.max,
};
export const FUNCTIONS: readonly string[] = [...Object.keys(OF_SEVERAL), ...Object.keys(OF_ONE)];

const SIGNS: Readonly<Record<string, string>> = { "−": "-", "·": "*", "×": "*" };

interface Token {
  readonly type: "number" | "name" | "sign" | "end";
  readonly text: string;
  readonly at: number;
}

export function parseFormula(text: string): Formula {
  if (text.length > MAX_FORMULA) {
    throw new FormulaError(`A formula has at most ${MAX_FORMULA} characters.`, MAX_FORMULA);
  }
  return new Parser(tokensOf(text)).formula();
}

function tokensOf(text: string): Token[] {
  const pattern =
    /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([a-z]+)|([-+*/^(),−·×]))/giy;
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const from = pattern.lastIndex;
    const [all = "", number, name, sign] = pattern.exec(text) ?? [];
    if (all === "") {
      const at = from + (/\S/.exec(text.slice(from))?.index ?? 0);
      const found = String.fromCodePoint(text.codePointAt(at)!);
      throw new FormulaError(`Unexpected character “${found}”.`, at);
    }
    const found = number ?? name ?? sign ?? "";
    const type = number !== undefined ? "number" : name !== undefined ? "name" : "sign";
    tokens.push({ type, text: SIGNS[found] ?? found, at: pattern.lastIndex - found.length });
  }
  return [...tokens, { type: "end", text: "", at: end }];
}

/** Recursive descent: a sum of products of signed powers. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #variables = new Set<Variable>();
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  formula(): Formula {
    const value = this.#sum();
    if (this.#token.type !== "end") throw this.#unexpected("an operator such as + or *");
    return { variables: this.#variables, value };
  }

  get #token(): Token {
    return this.#tokens[this.#next]!;
  }

  /** Consumes the token if it is one of these operators. */
  #sign(...signs: readonly string[]): string | null {
    const { type, text } = this.#token;
    if (type !== "sign" || !signs.includes(text)) return null;
    this.#next += 1;
    return text;
  }

  #unexpected(expected: string): FormulaError {
    const { type, text, at } = this.#token;
    const found = type === "end" ? "the end of the formula" : `“${text}”`;
    return new FormulaError(`Expected ${expected}, found ${found}.`, at);
  }

  #sum(): Value {
    let left = this.#product();
    for (let sign = this.#sign("+", "-"); sign !== null; sign = this.#sign("+", "-")) {
      const [a, b] = [left, this.#product()];
      left = sign === "+" ? (of) => a(of) + b(of) : (of) => a(of) - b(of);
    }
    return left;
  }

  #product(): Value {
    let left = this.#signed();
    for (let sign = this.#sign("*", "/"); sign !== null; sign = this.#sign("*", "/")) {
      const [a, b] = [left, this.#signed()];
      left = sign === "*" ? (of) => a(of) * b(of) : (of) => a(of) / b(of);
    }
    return left;
  }

  #signed(): Value {
    const sign = this.#sign("+", "-");
    if (sign === null) return this.#power();
    const value = this.#signed();
    return sign === "-" ? (of) => -value(of) : value;
  }

  /** The exponent binds tightest: −2^2 is −4, and 2^3^2 is 2^9. */
  #power(): Value {
    const base = this.#operand();
    if (this.#sign("^") === null) return base;
    const exponent = this.#signed();
    return (of) => base(of) ** exponent(of);
  }

  #operand(): Value {
    const { type, text, at } = this.#token;
    if (type === "number") {
      this.#next += 1;
      const value = Number(text);
      return () => value;
    }
    if (type === "name") {
      this.#next += 1;
      return this.#named(text, at);
    }
    if (this.#sign("(") === null) throw this.#unexpected("a number, a name or “(”");
    const inner = this.#sum();
    this.#close();
    return inner;
  }

  #close(): void {
    if (this.#sign(")") === null) throw this.#unexpected("“)”");
  }

  #named(name: string, at: number): Value {
    const variable = VARIABLES.find((known) => known === name);
    if (variable) {
      this.#variables.add(variable);
      return (of) => of(variable);
    }
    if (name === "pi") return () => Math.PI;
    if (!FUNCTIONS.includes(name)) {
      const known = [...VARIABLES, "pi", ...FUNCTIONS].join(", ");
      throw new FormulaError(`Unknown name “${name}”. Known names: ${known}.`, at);
    }
    return this.#call(name);
  }

  #call(name: string): Value {
    if (this.#sign("(") === null) throw this.#unexpected(`“(” after ${name}`);
    const of = OF_ONE[name];
    const parameters = [this.#sum()];
    while (!of && this.#sign(",") !== null) parameters.push(this.#sum());
    this.#close();
    const [first] = parameters;
    if (of) return (lookup) => of(first!(lookup));
    const ofSeveral = OF_SEVERAL[name]!;
    return (lookup) => ofSeveral(...parameters.map((value) => value(lookup)));
  }
}
