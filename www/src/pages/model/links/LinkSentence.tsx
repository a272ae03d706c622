import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import { vertexName } from "../../../domain/graph/graph";
import { nameOfFunction } from "../coordinates/words";
import type { ScoreTarget } from "../../../domain/contributions/bars";
import type { Links, LinkHighlight } from "./links";
import { describeEnds, describeFunctionLinks, describeLink, describeRow } from "./links";
import { scoreDecimals } from "../../../store/selectors";

interface LinkSentenceProps {
  readonly links: Links;
  readonly target: ScoreTarget;
  /** Name of the explained number. */
  readonly name: string;
  readonly lit: LinkHighlight;
}

/** The highlighted paths with their numbers, and the vertices of the bar. */
export function LinkSentence({ links, target, name, lit }: LinkSentenceProps): JSX.Element {
  const names = useSlice(({ inspection }) => inspection?.graph.names);
  const decimals = useSlice(scoreDecimals);
  const row = lit.row?.row ?? null;
  const own = lit.own?.own ?? null;
  const [link] = lit.links;
  return (
    <p class="links-sentence" aria-live="polite" data-unpictured={row || own ? undefined : ""}>
      {row ? (
        <>
          <b>{row.name}</b>
          {own && link
            ? describeLink(row, link, target, name, decimals)
            : describeRow(links, row, target, name, decimals)}{" "}
          {describeEnds(row, (vertex) => vertexName({ names }, vertex))}
        </>
      ) : own ? (
        <>
          <b>{nameOfFunction(own)}</b>
          {describeFunctionLinks(links, own, target, name, decimals)}
        </>
      ) : (
        "Point at a bar or a function to highlight its lines and to read its path. Click it to keep it selected."
      )}
    </p>
  );
}
