import type { ComponentChildren, JSX } from "preact";
import { FilterName } from "./filters/FilterChoice";
import { SavePicture } from "./picture/SavePicture";
import type { HelpText } from "./howToRead";
import { Popover } from "./Popover";
import { HelpIcon, TableIcon } from "./icons";
import { useAct, useSlice } from "./context";
import type { TableId } from "../store/state";

interface PanelProps {
  readonly title: string;
  readonly class?: string;
  readonly help: HelpText;
  /** The same data as a table, as an alternative to the picture. */
  readonly table?: { readonly shown: boolean; readonly onShow: (shown: boolean) => void };
  /** Name of the picture, if it can be saved. */
  readonly picture?: string;
  /** Beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A plot with its title and, behind "?", an explanation of the plot. */
export function Panel(props: PanelProps): JSX.Element {
  const { title, help, table, picture, aside, children } = props;
  return (
    <section class={`panel ${props.class ?? ""}`} aria-label={title}>
      <header class="panel-header">
        <h2 class="panel-title">{title}</h2>
        <Popover
          label={`How to read: ${help.title}`}
          button={<HelpIcon />}
          buttonClass="button icon-button small"
        >
          <h2 class="popover-title">{help.title}</h2>
          <p class="popover-text">{help.text}</p>
        </Popover>
        {table && (
          <button
            type="button"
            class="button icon-button small"
            aria-label={`Show the ${title.toLowerCase()} as a table`}
            title="Show as table"
            aria-pressed={table.shown}
            onClick={() => table.onShow(!table.shown)}
          >
            <TableIcon />
          </button>
        )}
        {picture !== undefined && <SavePicture name={picture} />}
        {aside}
      </header>
      {children}
    </section>
  );
}

interface PanelHeadingProps {
  readonly title: string;
  readonly help: { readonly title: string; readonly text: string };
  /** The table view and the label of its button; null: there is no table. */
  readonly table: { readonly id: TableId; readonly label: string } | null;
  /** The name of the picture; undefined: there is no picture. */
  readonly picture?: string | undefined;
  /** Whether the answer depends on the filter in view. */
  readonly ofFilter?: boolean;
  /** Additional help. */
  readonly children?: ComponentChildren;
}

/** A question, help on reading its answer, and the switch to the table view. */
export function PanelHeading(props: PanelHeadingProps): JSX.Element {
  const { title, help, table, picture, ofFilter = false, children } = props;
  const act = useAct();
  const tables = useSlice(({ view }) => view.tables);
  const asTable = table !== null && tables.includes(table.id);
  return (
    <header class="learned-header">
      <h2 class="model-title">{title}</h2>
      {ofFilter && <FilterName />}
      <Popover
        label={`How to read: ${help.title}`}
        button={<HelpIcon />}
        buttonClass="button icon-button small"
      >
        <h2 class="popover-title">{help.title}</h2>
        <p class="popover-text">{help.text}</p>
        {children}
      </Popover>
      {table && (
        <button
          type="button"
          class="button icon-button small"
          aria-label={table.label}
          title="Show as table"
          aria-pressed={asTable}
          onClick={() => act({ type: "table", table: table.id, shown: !asTable })}
        >
          <TableIcon />
        </button>
      )}
      {picture !== undefined && <SavePicture name={picture} />}
    </header>
  );
}
