import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct } from "../../../../ui/context";
import { readStored } from "../../../../services/storage/browserStorage";

/** Opens the maker of lessons. */
export function MakerDoor({ class: name = "" }: { readonly class?: string }): JSX.Element {
  const act = useAct();
  const goesOn = useMemo(hasDraft, []);
  return (
    <button
      type="button"
      class={`button ${name}`}
      onClick={() => act({ type: "view", change: { making: true, playing: false } })}
    >
      {goesOn ? "My lesson" : "Make a lesson"}
    </button>
  );
}

// What the list of lessons needs of the maker, without its code.

/** The key under which the browser keeps the draft. */
export const DRAFT_KEY = "sublevel:lesson-draft";

function hasDraft(): boolean {
  return readStored(DRAFT_KEY) !== null;
}
