import type { Theme } from "../../plots/shared/colour";

/** The light theme as `tokens.css` and `plots.css` have it: films look the same, whichever theme the page has. */
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
