import type { ComponentChildren, JSX } from "preact";
import { useAct } from "../../../ui/context";

interface ToolFrameProps {
  readonly title: string;
  /** Next to the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A tool of the learning page with its title and its close button. */
export function ToolFrame({ title, aside, children }: ToolFrameProps): JSX.Element {
  const act = useAct();
  return (
    <section class="tool" translate={false} aria-label={title}>
      <header class="tool-header">
        <h2 class="tool-title">{title}</h2>
        {aside}
        <button
          type="button"
          class="button icon-button tool-close"
          aria-label={`Close ${title.toLowerCase()}`}
          onClick={() => act({ type: "view", change: { tool: null } })}
        >
          <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
          </svg>
        </button>
      </header>
      {children}
    </section>
  );
}

/** The message of a tool if there is no filtration. */
export function NoFiltration(): JSX.Element {
  return <p class="tool-text">No vertex has a filter value here, so there is no filtration.</p>;
}
