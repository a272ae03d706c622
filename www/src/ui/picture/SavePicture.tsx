import type { JSX } from "preact";
import { PictureIcon } from "../icons";
import { Popover } from "../Popover";
import { PictureMenu } from "./PictureMenu";

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
