import type { JSX } from "preact";

interface MenuItemProps {
  readonly title: string;
  readonly text: string;
  readonly onChoose: () => void;
}

/** An entry of the export menu; closes the menu. */
export function MenuItem({ title, text, onChoose }: MenuItemProps): JSX.Element {
  return (
    <li>
      <button
        type="button"
        class="editor-item"
        onClick={({ currentTarget }) => {
          currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
          onChoose();
        }}
      >
        <span>{title}</span> <span class="editor-aside">{text}</span>
      </button>
    </li>
  );
}
