import { Fragment, h } from "preact";
import type { ComponentChildren, ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * A component that is fetched when it is first shown; `meanwhile` stands in its place. What `lazy` and `Suspense` of
 * preact/compat do, without the rest of it, which every visitor would wait for.
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
          // Who comes back tries again.
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
