/** What was asked for, if it is there within so many milliseconds; null: it is not, and nobody waits for it any more. */
export async function within<T>(
  milliseconds: number,
  asked: Promise<T>,
): Promise<{ readonly value: T } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  // It may fail when nobody waits for it any more.
  const there = asked.then((value) => ({ value }));
  there.catch(() => undefined);
  try {
    return await Promise.race([there, late]);
  } finally {
    clearTimeout(timer);
  }
}
