import type { JSX } from "preact";
import type { CardPicture as Kind } from "../../../../store/lesson";
import { lazily } from "../../../../ui/lazily";

// Fetched with the first picture.
const PICTURES = {
  profile: lazily(() => import("./Profile").then((module) => module.Profile), <div class="lesson-picture" />),
  diagram: lazily(
    () => import("./Diagram").then((module) => module.Diagram),
    <div class="lesson-picture tall" />,
  ),
};

/** The drawing of a card, at the same t as the stage. */
export function CardPicture({ kind }: { kind: Kind }): JSX.Element {
  const Picture = PICTURES[kind];
  return <Picture />;
}
