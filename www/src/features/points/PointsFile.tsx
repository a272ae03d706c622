import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useApp } from "../context";
import type { PointCloud } from "../../domain/graph/subject";
import { refusal } from "../../domain/points/edit";
import { messageOf, sentence } from "../../domain/text/format";

interface Props {
  readonly cloud: PointCloud;
  readonly edit: (cloud: PointCloud) => void;
}

/** Opens points from a file or from the clipboard. */
export function PointsFile({ cloud, edit }: Props): JSX.Element {
  const { topology } = useApp();
  const [problem, setProblem] = useState("");
  const read = (title: string, bytes: Uint8Array<ArrayBuffer>): void => {
    try {
      const coordinates = Array.from(topology.readPoints({ path: title, bytes }), Math.fround);
      const next = { title, coordinates, complex: cloud.complex };
      const refused = refusal(next);
      if (refused !== null) throw new Error(refused);
      edit(next);
      setProblem("");
    } catch (error) {
      setProblem(`${sentence(messageOf(error))} The points in view do not change.`);
    }
  };
  return (
    <div class="points-form">
      <label class="points-field">
        <span>File</span>
        <input
          type="file"
          accept=".csv,.txt,.tsv"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            void file?.arrayBuffer().then((buffer) => read(file.name, new Uint8Array(buffer)));
            currentTarget.value = "";
          }}
        />
      </label>
      <label class="points-paste">
        <span>Or paste points: x and y, one point in each line</span>
        <textarea
          rows={4}
          placeholder={"0.1, 0.2\n0.4, 0.9"}
          onInput={({ currentTarget: { value } }) => {
            if (value.trim() !== "") read("Pasted points", new TextEncoder().encode(value));
          }}
        />
      </label>
      <p class="points-problem" role="alert">
        {problem}
      </p>
      <button
        type="button"
        class="button"
        onClick={() => edit({ ...cloud, title: "Points", coordinates: [] })}
      >
        Remove all points
      </button>
    </div>
  );
}
