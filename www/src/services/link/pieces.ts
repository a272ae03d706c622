// The text format of a piece of the state in an address, and the clamping of hostile values.

/** The value of a text; `undefined`: none. `clamped`: the text was out of range and this is the nearest valid value. */
export interface Read<T> {
  readonly value: T | undefined;
  readonly clamped: boolean;
}

export interface Piece<T> {
  readonly key: string;
  /** The name in messages. */
  readonly name: string;
  write(value: T): string;
  read(text: string): Read<T>;
}

export const exactly = <T>(value: T): Read<T> => ({ value, clamped: false });
export const nothing = { value: undefined, clamped: true } as const;

export function piece<T>(
  key: string,
  name: string,
  write: (value: T) => string,
  read: (text: string) => Read<T>,
): Piece<T> {
  return { key, name, write, read };
}

export function oneOf<T extends string>(key: string, name: string, values: readonly T[]): Piece<T> {
  return piece<T>(
    key,
    name,
    (value) => value,
    (text) => {
      const value = values.find((other) => other === text);
      return value === undefined ? nothing : exactly(value);
    },
  );
}

export function flag(key: string, name: string): Piece<boolean> {
  return piece(
    key,
    name,
    (value) => (value ? "1" : "0"),
    (text) => (text === "1" || text === "0" ? exactly(text === "1") : nothing),
  );
}

export function readNumber(text: string, low: number, high: number, whole: boolean): Read<number> {
  if (text.trim() === "") return nothing;
  // −0 is 0.
  const number = Number(text) + 0;
  if (!Number.isFinite(number)) return nothing;
  const value = Math.min(Math.max(whole ? Math.round(number) : number, low), high);
  return { value: value + 0, clamped: value !== number };
}

export const number = (key: string, name: string, low: number, high: number, whole = true): Piece<number> =>
  piece(key, name, String, (text) => readNumber(text, low, high, whole));

/** An optional piece; without a value it is not in the link. */
export function optional<T>(inner: Piece<T>): Piece<T | null> {
  return { ...inner, write: (value) => (value === null ? "" : inner.write(value)), read: inner.read };
}
