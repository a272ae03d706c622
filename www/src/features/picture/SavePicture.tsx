import type { JSX } from "preact";
import { PictureIcon } from "../shell/icons";
import { lazily } from "../shell/lazily";
import { Popover } from "../shell/Popover";

// Fetched when a menu is first opened.
const PictureMenu = lazily(() => import("./PictureMenu").then((module) => module.PictureMenu));

/** Saves a picture of the panel around it; `name` describes the picture. */
export function SavePicture({ name }: { readonly name: string }): JSX.Element {
  return (
    <Popover
      label={`Save a picture: ${name}`}
      button={<PictureIcon />}
      buttonClass="button icon-button small picture-button"
      onDemand
    >
      <PictureMenu name={name} />
    </Popover>
  );
}
