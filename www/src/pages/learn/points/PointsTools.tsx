import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PointCloud } from "../../../domain/graph/subject";
import { FIRST_SAMPLE, MAX_SAMPLE, PRESETS, sampled } from "../../../domain/points/presets";
import { SubjectChoice } from "../SubjectChoice";
import { ToolChoice } from "../StageControls";
import { SavePicture } from "../../../ui/picture/SavePicture";
import { DownloadIcon } from "../../../ui/icons";
import { Popover } from "../../../ui/Popover";
import { Switch } from "../../../ui/Switch";
import type { SwitchChoice } from "../../../ui/Switch";
import { useShown, useApp } from "../../../ui/context";
import { CopyLink } from "../editor/CopyLink";
import { MenuItem } from "../editor/MenuItem";
import { saveFile } from "../../../ui/files/disk";
import { pointsJson } from "../../../ui/files/jsonPoints";
import { cell, tableNames } from "../../../domain/graph/cells";
import { isLoop } from "../../../domain/graph/graph";
import type { Bar } from "../../../domain/graph/graph";
import type { PresetId, Sample } from "../../../domain/points/presets";
import { endingsOf } from "../../../domain/formats";
import { refusal } from "../../../domain/points/points";
import { messageOf, sentence } from "../../../domain/text/format";
import type { PointsKind } from "../../../engine/topologyModule";
import { noteAssumptions } from "../../../ui/files/assumptions";
import { KINDS, readCloud } from "../../../ui/files/readCloud";
import { readPoints } from "../../../ui/files/reading";

interface Props {
  readonly cloud: PointCloud;
  readonly edit: (cloud: PointCloud, gesture?: string) => void;
}

const COMPLEXES: readonly SwitchChoice<PointCloud["complex"]>[] = [
  { id: "alpha", title: "Discs (alpha)" },
  { id: "rips", title: "Rips" },
];

/** The points in view, and their complex. */
export function PointsTools({ cloud, edit }: Props): JSX.Element {
  const [sample, setSample] = useState(FIRST_SAMPLE);
  return (
    <div class="stage-tools">
      <SubjectChoice />
      {!cloud.weighted && (
        <Switch
          legend="Complex"
          choices={COMPLEXES}
          chosen={cloud.complex}
          onChoose={(complex) => edit({ ...cloud, complex })}
        />
      )}
      <Popover button="Sample" buttonClass="button points-button">
        <SampleForm cloud={cloud} sample={sample} onSample={setSample} edit={edit} />
      </Popover>
      <Popover button="Data" buttonClass="button points-button" onDemand>
        <PointsFile cloud={cloud} edit={edit} />
      </Popover>
      <ToolChoice stage={cloud.weighted ? "edges" : "discs"} />
      <Popover
        label="Export"
        button={<DownloadIcon />}
        buttonClass="button icon-button export-button"
        onDemand
      >
        <PointsExport cloud={cloud} />
      </Popover>
      <SavePicture name="points" />
    </div>
  );
}

/** The files of the points in view. */
function PointsExport({ cloud }: { readonly cloud: PointCloud }): JSX.Element {
  const { growing } = useShown();
  const bars = growing?.bars ?? [];
  const name = cloud.title.toLowerCase().replaceAll(/[^\w.-]+/g, "-");
  const what = cloud.weighted ? "Edges" : "Points";
  const save = (suffix: string, text: string): void =>
    saveFile(
      `${name}${suffix}`,
      new Blob([text], { type: `text/${suffix.endsWith(".json") ? "json" : "csv"};charset=utf-8` }),
    );
  return (
    <>
      <h2 class="popover-title">Export</h2>
      <ul class="editor-menu">
        <MenuItem
          title={what}
          text={`CSV, for sublevel barcode ${cloud.weighted ? "--edge-filter --clique" : `--${cloud.complex}`}`}
          onChoose={() => save(".csv", pointsCsv(cloud))}
        />
        <MenuItem
          title={what}
          text="JSON, which the page and the command line open"
          onChoose={() => save(".json", pointsJson(cloud))}
        />
        {growing && (
          <MenuItem
            title="Bars"
            text="JSON, as the command line writes them"
            onChoose={() => save(`-${cloud.complex}-bars.json`, growing.json())}
          />
        )}
        <MenuItem
          title="Bars"
          text="CSV, with their edges and triangles"
          onChoose={() => save(`-${cloud.complex}-bars.csv`, barsCsv(bars))}
        />
        <MenuItem
          title="Bars"
          text="text file of GUDHI"
          onChoose={() => save(`-${cloud.complex}.pers`, barsGudhi(bars))}
        />
        <CopyLink />
      </ul>
    </>
  );
}

// Files of points and of their bars.

/** A header, then x and y of each point; for weighted edges, both vertices and the value of each edge. Without it, the first row could be one. */
export function pointsCsv({ coordinates, weighted }: PointCloud): string {
  if (weighted) {
    const { ends, values } = weighted;
    const names = tableNames(coordinates.length / 2, weighted.names).map(cell);
    const row = (value: number, edge: number): string =>
      `${names[ends[2 * edge]!]},${names[ends[2 * edge + 1]!]},${value}`;
    return `${["source,target,weight", ...values.map(row)].join("\n")}\n`;
  }
  const lines = ["x,y"];
  for (let i = 0; i < coordinates.length; i += 2) lines.push(`${coordinates[i]},${coordinates[i + 1]}`);
  return `${lines.join("\n")}\n`;
}

const dimension = ({ kind }: Bar): number => (isLoop(kind) ? 1 : 0);

/** A header, then the dimension, birth, death and simplices of each bar, by points counted from 0. */
function barsCsv(bars: readonly Bar[]): string {
  const lines = bars.map((bar) => {
    const { birth, death } = bar.simplices!;
    return [dimension(bar), bar.birth, bar.death ?? "inf", birth.join(" "), death?.join(" ") ?? ""].join(",");
  });
  return `dimension,birth,death,birth_simplex,death_simplex\n${lines.map((line) => `${line}\n`).join("")}`;
}

/** The persistence file of GUDHI: dimension, birth and death in each line. */
function barsGudhi(bars: readonly Bar[]): string {
  return bars.map((bar) => `${dimension(bar)} ${bar.birth} ${bar.death ?? "inf"}\n`).join("");
}

interface SampleFormProps {
  readonly cloud: PointCloud;
  readonly sample: Sample;
  readonly onSample: (sample: Sample) => void;
  readonly edit: (cloud: PointCloud, gesture?: string) => void;
}

interface Slider {
  readonly name: "size" | "noise" | "outliers";
  readonly title: string;
  readonly max: number;
  readonly step: number;
}

const SLIDERS: readonly Slider[] = [
  { name: "size", title: "Points", max: MAX_SAMPLE, step: 1 },
  { name: "noise", title: "Noise", max: 0.1, step: 0.002 },
  { name: "outliers", title: "Outliers", max: 30, step: 1 },
];

/** Samples points from a shape. */
function SampleForm({ cloud, sample, onSample, edit }: SampleFormProps): JSX.Element {
  const take = (change: Partial<Sample>, gesture?: string): void => {
    const next = { ...sample, ...change };
    onSample(next);
    edit({ ...sampled(next), complex: cloud.complex }, gesture);
  };
  return (
    <div class="points-form">
      <label class="points-field">
        <span>Shape</span>
        <select
          value={sample.preset}
          onChange={({ currentTarget }) => take({ preset: currentTarget.value as PresetId })}
        >
          {PRESETS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {SLIDERS.map(({ name, title, max, step }) => (
        <label class="points-field" key={name}>
          <span>{title}</span>
          <input
            type="range"
            min={0}
            max={max}
            step={step}
            value={sample[name]}
            onInput={({ currentTarget }) => take({ [name]: Number(currentTarget.value) }, `sample ${name}`)}
          />
          <output class="number">{sample[name]}</output>
        </label>
      ))}
      <button type="button" class="button" onClick={() => take({ seed: sample.seed + 1 })}>
        Another sample
      </button>
    </div>
  );
}

const ENDINGS = [".csv", ".txt", ".tsv", ...endingsOf("graph")].join(",");

interface PointsFileProps {
  readonly cloud: PointCloud;
  readonly edit: (cloud: PointCloud) => void;
}

/** Opens points, a distance matrix or weighted edges from a file or from the clipboard. */
function PointsFile({ cloud, edit }: PointsFileProps): JSX.Element {
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
      const refused = refusal(next.cloud);
      if (refused !== null) throw new Error(refused);
      edit(next.cloud);
      noteAssumptions(page.store, title, next.notes, [{ type: "points", cloud: next.cloud }]);
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
