import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct } from "../../../../ui/context";
import { hasDraft } from "./door";

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
