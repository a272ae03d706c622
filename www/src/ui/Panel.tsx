import type { ComponentChildren, JSX } from "preact";
import { FilterName } from "./filters/FilterChoice";
import { PictureMenu } from "./picture/SavePicture";
import type { HelpText } from "./howToRead";
import { Popover } from "./Popover";
import { MoreIcon } from "./icons";
import { useAct, useSlice } from "./context";
import type { TableId } from "../store/state";

/** The same data as a table, as an alternative to the picture. */
interface TableSwitch {
  /** For screen readers. */
  readonly label: string;
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
}

interface PanelMenuProps {
  readonly title: string;
  readonly help: HelpText;
  readonly table?: TableSwitch | null;
  /** Name of the picture, if it can be saved. */
  readonly picture?: string | undefined;
  /** Options of the picture. */
  readonly options?: ComponentChildren;
  /** Additional help. */
  readonly children?: ComponentChildren;
}

/** Behind one button, because a page has several panels: how to read one, its options, its table, and files of its picture. */
function PanelMenu({ title, help, table, picture, options, children }: PanelMenuProps): JSX.Element {
  return (
    <Popover
      label={`${title}: how to read, options, files`}
      button={<MoreIcon />}
      buttonClass="button icon-button small panel-menu"
    >
      {(options || table) && (
        <div class="panel-options">
          {options}
          {table && (
            <label class="check">
              <input
                type="checkbox"
                aria-label={table.label}
                checked={table.shown}
                onChange={({ currentTarget }) => table.onShow(currentTarget.checked)}
              />
              Table
            </label>
          )}
        </div>
      )}
      {picture !== undefined && <PictureMenu name={picture} />}
      <h2 class="popover-title">{help.title}</h2>
      <p class="popover-text">{help.text}</p>
      {children}
    </Popover>
  );
}

interface PanelProps {
  readonly title: string;
  readonly class?: string;
  readonly help: HelpText;
  readonly table?: Omit<TableSwitch, "label">;
  readonly picture?: string;
  readonly options?: ComponentChildren;
  /** Beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A plot with its title and its menu. */
export function Panel(props: PanelProps): JSX.Element {
  const { title, help, table, picture, options, aside, children } = props;
  const label = `Show the ${title.toLowerCase()} as a table`;
  return (
    <section class={`panel ${props.class ?? ""}`} aria-label={title}>
      <header class="panel-header">
        <h2 class="panel-title">{title}</h2>
        <PanelMenu
          title={title}
          help={help}
          table={table ? { ...table, label } : null}
          picture={picture}
          options={options}
        />
        {aside}
      </header>
      {children}
    </section>
  );
}

interface PanelHeadingProps {
  readonly title: string;
  readonly help: HelpText;
  /** The table view and the label of its switch; null: there is no table. */
  readonly table: { readonly id: TableId; readonly label: string } | null;
  /** The name of the picture; undefined: there is no picture. */
  readonly picture?: string | undefined;
  readonly options?: ComponentChildren;
  /** Whether the answer depends on the filter in view. */
  readonly ofFilter?: boolean;
  /** Additional help. */
  readonly children?: ComponentChildren;
}

/** A question with its menu. */
export function PanelHeading(props: PanelHeadingProps): JSX.Element {
  const { title, help, table, picture, options, ofFilter = false, children } = props;
  const act = useAct();
  const tables = useSlice(({ view }) => view.tables);
  return (
    <header class="learned-header">
      <h2 class="model-title">{title}</h2>
      {ofFilter && <FilterName />}
      <PanelMenu
        title={title}
        help={help}
        table={
          table && {
            label: table.label,
            shown: tables.includes(table.id),
            onShow: (shown) => act({ type: "table", table: table.id, shown }),
          }
        }
        picture={picture}
        options={options}
      >
        {children}
      </PanelMenu>
    </header>
  );
}
