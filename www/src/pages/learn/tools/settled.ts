import { useEffect, useState } from "preact/hooks";

/** Longer than the pauses within a drag. */
const REST = 150;

/** The current value if following it is cheap, otherwise the value after the last pause. */
export function useSettled<T>(value: T, cheap: boolean): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (cheap) return;
    const timer = setTimeout(() => setSettled(value), REST);
    return () => clearTimeout(timer);
  }, [value, cheap]);
  return cheap ? value : settled;
}
