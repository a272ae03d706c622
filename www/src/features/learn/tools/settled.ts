import { useEffect, useState } from "preact/hooks";

/** Long enough that a drag which goes on does not count as at rest. */
const REST = 150;

/** The value itself where following it is cheap, and where it is not, the one at which it last came to rest. */
export function useSettled<T>(value: T, cheap: boolean): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (cheap) return;
    const timer = setTimeout(() => setSettled(value), REST);
    return () => clearTimeout(timer);
  }, [value, cheap]);
  return cheap ? value : settled;
}
