import type { ComponentChildren, JSX } from "preact";
import { useAct, useSlice } from "../context";
import type { TableId } from "../../store/state";
import { SavePicture } from "../picture/SavePicture";
import { HelpIcon, TableIcon } from "../shell/icons";
import { Popover } from "../shell/Popover";

interface PanelHeadingProps {
  readonly title: string;
  readonly help: { readonly title: string; readonly text: string };
  /** The table view and the label of its button; null: there is no table. */
  readonly table: { readonly id: TableId; readonly label: string } | null;
  /** The name of the picture; undefined: there is no picture. */
  readonly picture?: string | undefined;
  /** Additional help. */
  readonly children?: ComponentChildren;
}

/** A question, help on reading its answer, and the switch to the table view. */
export function PanelHeading({ title, help, table, picture, children }: PanelHeadingProps): JSX.Element {
  const act = useAct();
  const tables = useSlice(({ view }) => view.tables);
  const asTable = table !== null && tables.includes(table.id);
  return (
    <header class="learned-header">
      <h2 class="model-title">{title}</h2>
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
