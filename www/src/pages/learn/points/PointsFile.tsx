import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useApp } from "../../../ui/context";
import { endingsOf } from "../../../domain/formats";
import type { PointCloud } from "../../../domain/graph/subject";
import { refusal } from "../../../domain/points/points";
import { messageOf, sentence } from "../../../domain/text/format";
import type { PointsKind } from "../../../engine/topologyModule";
import { KINDS, readCloud } from "../../../ui/files/readCloud";
import { readPoints } from "../../../ui/files/reading";

const ENDINGS = [".csv", ".txt", ".tsv", ...endingsOf("graph")].join(",");

interface Props {
  readonly cloud: PointCloud;
  readonly edit: (cloud: PointCloud) => void;
}

/** Opens points, a distance matrix or weighted edges from a file or from the clipboard. */
export function PointsFile({ cloud, edit }: Props): JSX.Element {
  const page = useApp();
  const [kind, setKind] = useState<PointsKind>("points");
  const [problem, setProblem] = useState("");
  const { label, example } = KINDS.find(({ id }) => id === kind)!;
  const { complex } = cloud;
  const read = async (title: string, bytes: Uint8Array<ArrayBuffer>, isTyped = false): Promise<void> => {
    try {
      // A dialog would interrupt the typing.
      const next = isTyped
        ? readCloud(page.topology, title, bytes, kind, complex)
        : await readPoints(page, { path: title, bytes }, kind, complex);
      if (next === null) return;
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
        <span>Contents</span>
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) => {
            setKind(KINDS.find(({ id }) => id === value)!.id);
            setProblem("");
          }}
        >
          {KINDS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label class="points-field">
        <span>File</span>
        <input
          type="file"
          accept={ENDINGS}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            void file?.arrayBuffer().then((buffer) => read(file.name, new Uint8Array(buffer)));
            currentTarget.value = "";
          }}
        />
      </label>
      <label class="points-paste">
        <span>Or paste: {label}</span>
        <textarea
          rows={4}
          placeholder={example}
          onInput={({ currentTarget: { value }, inputType }) => {
            const isTyped = inputType !== "insertFromPaste";
            if (value.trim() !== "") void read("Pasted points", new TextEncoder().encode(value), isTyped);
          }}
        />
      </label>
      <p class="points-problem" role="alert">
        {problem}
      </p>
      <button
        type="button"
        class="button"
        onClick={() => edit({ title: "Points", coordinates: [], complex })}
      >
        Remove all points
      </button>
    </div>
  );
}
