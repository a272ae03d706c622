import { Fragment, h } from "preact";
import type { ComponentChildren, ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * A component that loads at its first render; `meanwhile` is rendered until then. Replaces `lazy` and `Suspense` of
 * preact/compat without the rest of that package, for which every visitor would wait.
 */
export function lazily<P extends object = object>(
  fetch: () => Promise<ComponentType<P>>,
  meanwhile: ComponentChildren = null,
): ComponentType<P> {
  let fetched: Promise<void> | null = null;
  let component: ComponentType<P> | null = null;
  return function Lazily(props: P): JSX.Element {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (component) return;
      let shown = true;
      fetched ??= fetch().then(
        (there) => void (component = there),
        (error: unknown) => {
          // The next render tries again.
          fetched = null;
          throw error;
        },
      );
      void fetched.then(() => shown && redraw((times) => times + 1));
      return () => void (shown = false);
    }, []);
    return component ? h(component, props) : h(Fragment, {}, meanwhile);
  };
}

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
