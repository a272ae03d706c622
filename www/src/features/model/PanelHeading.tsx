import type { ComponentChildren, JSX } from "preact";
import { useAct, useSlice } from "../context";
import type { TableId } from "../../store/state";
import { SavePicture } from "../picture/SavePicture";
import { HelpIcon, TableIcon } from "../shell/icons";
import { Popover } from "../shell/Popover";

interface PanelHeadingProps {
  readonly title: string;
  readonly help: { readonly title: string; readonly text: string };
  /** What can be shown as a table, and what the button says; null: there is nothing to show. */
  readonly table: { readonly id: TableId; readonly label: string } | null;
  /** What its picture is called; without it, there is none. */
  readonly picture?: string | undefined;
  /** More help. */
  readonly children?: ComponentChildren;
}

/** A question, how its answer is read, and the answer as a table. */
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
