import type { ComponentChildren, JSX } from "preact";
import type { Reading } from "./howToRead";
import { Popover } from "./Popover";
import { HelpIcon } from "./icons";

interface PanelProps {
  readonly title: string;
  readonly reading: Reading;
  /** Beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A plot with its title and, behind "?", how to read it. */
export function Panel({ title, reading, aside, children }: PanelProps): JSX.Element {
  return (
    <section class="panel" aria-label={title}>
      <header class="panel-header">
        <h2 class="panel-title">{title}</h2>
        <Popover
          label={`How to read: ${reading.title}`}
          button={<HelpIcon />}
          buttonClass="button icon-button small"
        >
          <h2 class="popover-title">{reading.title}</h2>
          <p class="popover-text">{reading.text}</p>
        </Popover>
        {aside}
      </header>
      {children}
    </section>
  );
}
