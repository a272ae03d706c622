import { useRef, useState } from "preact/hooks";

/**
 * What was there when the question `key` was first answered, kept while the model `moves` on: a list that is read does not
 * jump about. `refresh` takes what is there now.
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
