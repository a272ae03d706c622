import { useEffect, useState } from "preact/hooks";

/** A module that loads when it is needed for the first time; null: not yet. */
export function useLoaded<Module>(fetch: () => Promise<Module>, isNeeded: boolean): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  const isMissing = isNeeded && loaded === null;
  useEffect(() => {
    if (!isMissing) return;
    let isShown = true;
    void fetch().then((module) => isShown && setLoaded(module));
    return () => void (isShown = false);
  }, [isMissing]);
  return loaded;
}
