// A reporter of node:test: one line of JSON for each test that ended, with the names of the suites around it.

export default async function* events(source) {
  const names = [];
  for await (const { type, data } of source) {
    if (type === "test:start") names.splice(data.nesting, names.length, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { duration_ms, type: kind, error } = data.details;
    // A suite fails with its tests, which are reported themselves.
    const isOfTests = error?.failureType === "subtestsFailed";
    const message = isOfTests ? undefined : error && String(error.cause?.stack ?? error.cause ?? error.stack);
    yield `${JSON.stringify({
      name: [...names.slice(0, data.nesting), data.name].join(" › "),
      isSuite: kind === "suite",
      isSkipped: data.skip !== undefined,
      seconds: duration_ms / 1000,
      message,
    })}\n`;
  }
}
