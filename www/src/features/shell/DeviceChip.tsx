import type { JSX } from "preact";
import { useSlice } from "../context";
import { raceInUse } from "../../store/selectors";
import { deviceText } from "./deviceText";
import { ChevronIcon } from "./icons";
import { lazily } from "./lazily";
import { Popover } from "./Popover";

// Fetched when it is first opened.
const DeviceMenu = lazily(() => import("./DeviceMenu").then((module) => module.DeviceMenu));

/** The device in use; opens the reason for its choice and the other devices. */
export function DeviceChip(): JSX.Element {
  const engine = useSlice((state) => state.engine);
  const race = useSlice(raceInUse);
  const { status, text } = deviceText(engine, race);
  return (
    <Popover
      label={`Device: ${text}`}
      buttonClass="button chip"
      button={
        <>
          <span class={`dot dot-${status}`} />
          <span class="chip-text">{text}</span>
          <ChevronIcon />
        </>
      }
      onDemand
    >
      <DeviceMenu />
    </Popover>
  );
}
