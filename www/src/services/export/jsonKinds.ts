// Types of values that were read from JSON.

export function isObject(said: unknown): said is Readonly<Record<string, unknown>> {
  return typeof said === "object" && said !== null && !Array.isArray(said);
}

export function isText(said: unknown): said is string {
  return typeof said === "string";
}

export function isCount(said: unknown): said is number {
  return Number.isSafeInteger(said) && (said as number) >= 0;
}
