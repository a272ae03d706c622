import type { Theme } from "../../plots/shared/colour";

/** The light theme of `tokens.css` and `plots.css`: films look the same in every theme of the page. */
export const LIGHT: Theme = {
  panel: "#ffffff",
  ink: "#14171c",
  ink2: "#565e6b",
  line: "#dfe3e8",
  accent: "#4b3fd0",
  sub: "#026d7f",
  super: "#902e6d",
  outline: "#6d6f72",
  faintOutline: "#8a8b8e",
};
