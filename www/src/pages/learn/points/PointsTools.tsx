import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PointCloud } from "../../../domain/graph/subject";
import { FIRST_SAMPLE } from "../../../domain/points/presets";
import { SubjectChoice } from "../SubjectChoice";
import { ToolChoice } from "../ToolChoice";
import { SavePicture } from "../../../ui/picture/SavePicture";
import { DownloadIcon } from "../../../ui/icons";
import { Popover } from "../../../ui/Popover";
import { Switch } from "../../../ui/Switch";
import type { SwitchChoice } from "../../../ui/Switch";
import { PointsExport } from "./PointsExport";
import { PointsFile } from "./PointsFile";
import { SampleForm } from "./SampleForm";

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
