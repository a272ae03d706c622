/** The value of a promise if it resolves within this number of milliseconds; otherwise null, and the value is discarded. */
export async function within<T>(
  milliseconds: number,
  asked: Promise<T>,
): Promise<{ readonly value: T } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  // A late failure is ignored.
  const there = asked.then((value) => ({ value }));
  there.catch(() => undefined);
  try {
    return await Promise.race([there, late]);
  } finally {
    clearTimeout(timer);
  }
}
