import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { messageOf, plural } from "../../domain/text/format";
import { searchPairs } from "../../engine/graphSearch";
import type { FoundPairs } from "../../engine/graphSearch";
import type { DescriptorSummary } from "../../protocol";
import type { Separation } from "../../store/state";

/** The search of these graphs takes about a second, and that of larger ones minutes. */
const MOST_VERTICES = 8;
/** Isomorphism separates all graphs of the search. */
const SEPARATES_ALL = "isomorphism";
/** Maximum number of listed pairs with the same number of vertices. */
const MOST_PAIRS = 200;

interface PairSearchProps {
  readonly descriptor: DescriptorSummary;
  readonly layers: number;
  readonly onFound: (graphs: Separation["graphs"]) => void;
}

interface Place {
  readonly found: FoundPairs;
  readonly index: number;
  /** There are no pairs with fewer vertices. */
  readonly isFirst: boolean;
}

/** Searches all small graphs for pairs that the descriptor cannot separate. Its key must change with the descriptor and the layers. */
export function PairSearch({ descriptor, layers, onFound }: PairSearchProps): JSX.Element | null {
  const [place, setPlace] = useState<Place | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => () => running?.abort(), [running]);
  if (descriptor.id === SEPARATES_ALL) return null;

  const show = (next: Place): void => {
    const { found, index, isFirst } = next;
    setPlace(next);
    const size = plural(found.vertices, "vertex", "vertices");
    const pair = `Pair ${index + 1} of ${found.pairs.length}${found.pairs.length === MOST_PAIRS ? " or more" : ""} with ${size}.`;
    setMessage(isFirst ? `${pair} No pair has fewer vertices.` : pair);
    onFound(found.pairs[index]!);
  };
  const search = async (from: number): Promise<void> => {
    const control = new AbortController();
    setRunning(control);
    setMessage("Searching …");
    try {
      const wanted = { descriptor: descriptor.id, layers, from, to: MOST_VERTICES };
      const found = await searchPairs(wanted, MOST_PAIRS, control.signal);
      if (control.signal.aborted) setMessage(null);
      else if (found) show({ found, index: 0, isFirst: place === null });
      else {
        setMessage(
          place
            ? `There is no further pair with up to ${MOST_VERTICES} vertices.`
            : `It separates any two graphs with the same number of vertices, up to ${MOST_VERTICES}.`,
        );
      }
    } catch (error) {
      if (!control.signal.aborted) setMessage(messageOf(error));
    } finally {
      setRunning(null);
    }
  };
  const next = (): void => {
    if (!place) void search(1);
    else if (place.index + 1 < place.found.pairs.length) show({ ...place, index: place.index + 1 });
    else void search(place.found.vertices + 1);
  };
  return (
    <p class="separate-row fields">
      {running ? (
        <button type="button" class="button" onClick={() => running.abort()}>
          Stop
        </button>
      ) : (
        <button type="button" class="button" onClick={next}>
          {place ? "Next pair" : "Find a pair that it cannot separate"}
        </button>
      )}
      <span role="status">{message}</span>
    </p>
  );
}
