import { useRef, useState } from "preact/hooks";

/**
 * The first value for the question `key`, kept while the model `moves`, so that a list does not change under the
 * reader. `refresh` takes the current value.
 */
export function useCalm<T>(
  fresh: T | null,
  key: string,
  moves: boolean,
): { readonly value: T | null; readonly refresh: () => void } {
  const kept = useRef<{ readonly key: string; readonly value: T } | null>(null);
  const [, redraw] = useState(0);
  if (!moves || kept.current?.key !== key) kept.current = fresh === null ? null : { key, value: fresh };
  const refresh = (): void => {
    kept.current = null;
    redraw((count) => count + 1);
  };
  return { value: kept.current?.value ?? null, refresh };
}
