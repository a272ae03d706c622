import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useApp, useSlice } from "../context";
import { fetchServerFiles } from "../../services/data/serverFiles";
import { plural } from "../../domain/text/format";
import { Collection as Service } from "../../services/data/collection";
import type { Suggested } from "../../services/data/collection";

/** Data sets of the TU collection by name, if the server fetches them. The request is sent when this section opens. */
export function Collection(): JSX.Element {
  const { store, services } = useApp();
  const collection = useMemo(() => {
    const pageUrl = document.baseURI;
    return new Service(store, services.load, { pageUrl, offered: () => fetchServerFiles(pageUrl) });
  }, [store, services]);
  const [suggested, setSuggested] = useState<readonly Suggested[] | "unasked" | null>("unasked");
  const ask = (open: boolean): void => {
    if (open && suggested === "unasked") void collection.suggested().then(setSuggested);
  };
  return (
    <details class="notes collection" onToggle={({ currentTarget }) => ask(currentTarget.open)}>
      <summary>From the TU collection, by name</summary>
      {suggested === null && (
        <p class="hint" role="status">
          This site cannot fetch data sets; the page of <code>sublevel serve</code> can. You can open a
          downloaded zip file here.
        </p>
      )}
      {Array.isArray(suggested) && <NameForm suggested={suggested} collection={collection} />}
    </details>
  );
}

interface NameFormProps {
  readonly suggested: readonly Suggested[];
  readonly collection: Service;
}

function NameForm({ suggested, collection }: NameFormProps): JSX.Element {
  const { id } = useApp();
  const [name, setName] = useState("");
  const here = useSlice((state) => state.serverFiles);
  const locked = useSlice(({ engine, loading }) => engine.status === "crashed" || loading !== null);
  const wanted = name.trim();
  const fetchIt = async (): Promise<void> => {
    if (await collection.load(wanted)) setName("");
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== "" && !locked) void fetchIt();
        }}
      >
        <input
          aria-label="Name of a data set of the TU collection"
          placeholder="MUTAG, NCI1, ENZYMES …"
          list={`${id}-collection`}
          value={name}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <datalist id={`${id}-collection`}>
          {suggested
            .filter((set) => !here.some((file) => file.name === set.name))
            .map((set) => (
              <option
                key={set.name}
                value={set.name}
                label={`${plural(set.graphs, "graph", "graphs")}, ${plural(set.classes, "class", "classes")}`}
              />
            ))}
        </datalist>
        <button type="submit" class="button" disabled={locked || wanted === ""}>
          Fetch
        </button>
      </form>
      <p class="hint">The server downloads it into its cache; none of your data is sent.</p>
    </>
  );
}
