import type { JSX } from "preact";
import type { CardPicture as Kind } from "../../../../store/lesson";
import { lazily } from "../../../../ui/lazily";

// Fetched with the first picture.
const Profile = lazily(
  () => import("./Profile").then((module) => module.Profile),
  <div class="lesson-picture" />,
);
const Diagram = lazily(
  () => import("./Diagram").then((module) => module.Diagram),
  <div class="lesson-picture tall" />,
);

interface Props {
  readonly kind: Kind;
  /** The vertices of a profile have handles, which change their values. */
  readonly pullable?: boolean;
}

/** The drawing of a card, at the same t as the stage. */
export function CardPicture({ kind, pullable = false }: Props): JSX.Element {
  return kind === "profile" ? <Profile pullable={pullable} /> : <Diagram />;
}
