import type { JSX } from "preact";
import { useSlice } from "../../context";
import { vertexName } from "../../../domain/graph/names";
import { nameOfFunction } from "../coordinates/words";
import { useDecimals } from "../why/decimals";
import type { Target } from "../why/target";
import type { Links } from "./links";
import type { Lit } from "./lit";
import { describeEnds, describeFunctionLinks, describeLink, describeRow } from "./words";

interface LinkSentenceProps {
  readonly links: Links;
  readonly target: Target;
  /** Name of the explained number. */
  readonly name: string;
  readonly lit: Lit;
}

/** The highlighted paths with their numbers, and the vertices of the bar. */
export function LinkSentence({ links, target, name, lit }: LinkSentenceProps): JSX.Element {
  const names = useSlice(({ inspection }) => inspection?.graph.names);
  const decimals = useDecimals();
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
