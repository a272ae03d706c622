import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { filterLabel, readsBarcodes } from "../../../domain/settings/models";
import { formatCount } from "../../../domain/text/format";
import { predictionText } from "../../../domain/training/metric";
import type { Data, MapColour } from "../../../store/state";
import { filterInView } from "../../../store/selectors";
import { useAct, useSlice } from "../../../ui/context";
import { Switch } from "../../../ui/Switch";
import type { SwitchChoice } from "../../../ui/Switch";
import { classesOf } from "../learned/SwapIn";
import { PanelHeading } from "../../../ui/Panel";
import { nameOfPart } from "../parts";
import { useAnalysis, standing, weightsOf } from "../../../ui/useAnalysis";
import { graphInView } from "../placeholders";
import { groupsOf, outlineOf, aboutMap, axisName, describeGraph } from "./groups";
import type { MapGroup } from "./groups";
import { MapPlot } from "./MapPlot";
import "./map.css";

const MAP_HELP = {
  title: "Which graphs are similar?",
  text: "Every graph of the data set is a point. A readout of bars turns each graph into a vector: the values of the coordinate functions. The map shows the first two principal components of these vectors over all graphs, centred and not scaled. Each axis names its share of the variance: the smaller both are together, the more the map leaves out. Points near each other can be far apart in the vectors, so read the map together with the predictions. Without a readout of bars there is no such vector, and the map shows the scores of the classes instead. Click a point to open its graph.",
} as const;

const TITLE = MAP_HELP.title;
const COLOURINGS: readonly SwitchChoice<MapColour>[] = [
  { id: "class", title: "Class" },
  { id: "right", title: "Right or wrong" },
  { id: "part", title: "Part" },
];
/** Predicted numbers are not right or wrong. */
const OF_TARGETS: typeof COLOURINGS = [{ id: "class", title: "Target" }, COLOURINGS[2]!];

/** Every graph of the data set as a point. */
export function MapPanel(): JSX.Element {
  const data = useSlice((state) => state.data);
  const run = useSlice((state) => state.run?.id);
  // Scores of the classes belong to no filter.
  const isRead = useSlice(({ run }) => run !== null && readsBarcodes(run.summary.config.model));
  return (
    <section class="model-panel map" aria-label={TITLE}>
      <PanelHeading title={TITLE} help={MAP_HELP} table={null} picture="map" ofFilter={isRead} />
      {data && run !== undefined && <DataMap key={data.summary.name} data={data} run={run} />}
    </section>
  );
}

function DataMap({ data, run }: { readonly data: Data; readonly run: number }): JSX.Element {
  const act = useAct();
  const shown = useSlice(graphInView);
  const { result, waiting, error } = useAnalysis("dataMap", []);
  const filter = useSlice(({ run, view }) => run && filterLabel(run.summary, filterInView({ run, view })));
  // Ignores a response for the previous run.
  const own = result?.run === run ? result : null;
  const map = own?.answer ?? null;
  const { rows } = data;
  const { summary } = data;
  const { classes } = summary;
  const regression = summary.targets !== null;
  const wanted = useSlice(({ view }) => view.mapColour);
  const colouring = regression && wanted === "right" ? "class" : wanted;
  const predicted = useMemo(
    () => map && (regression ? map.logits : classesOf(map.logits, map.logits.length / rows.length)),
    [map, regression, rows.length],
  );
  const groups = useMemo(
    () => (predicted ? groupsOf(colouring, rows, classes, predicted) : []),
    [colouring, rows, classes, predicted],
  );
  return (
    <>
      <div class="map-controls">
        <Switch
          legend="Colour of the points"
          choices={regression ? OF_TARGETS : COLOURINGS}
          chosen={colouring}
          onChoose={(mapColour) => act({ type: "view", change: { mapColour } })}
        />
        <Legend groups={groups} />
      </div>
      <div class="map-room" aria-busy={map === null}>
        {map && own && predicted ? (
          <MapPlot
            name="map of the data set"
            points={map.points}
            groups={groups}
            axes={[axisName(0, map), axisName(1, map)]}
            shown={shown}
            describe={(index) =>
              describeGraph({
                index,
                part: nameOfPart(rows[index]!.part),
                truth: predictionText(summary, rows[index]!.class ?? rows[index]!.target),
                predicted: predictionText(summary, predicted[index]!),
                regression,
              })
            }
            onShow={(index) => act({ type: "show", subject: { type: "graph", index } })}
          />
        ) : (
          <p class="model-hint">{standing(waiting, error)}</p>
        )}
      </div>
      <p class="model-hint map-about">
        {map && own && `${weightsOf(own)}. ${aboutMap(map, rows.length, filter)}`}
      </p>
    </>
  );
}

function Legend({ groups }: { readonly groups: readonly MapGroup[] }): JSX.Element {
  return (
    <ul class="map-legend" data-picture aria-label="Legend">
      {groups.map(({ name, style, shape, graphs }) => (
        <li key={name}>
          <svg width={14} height={14} aria-hidden="true">
            <path class={`map-points ${style}`} d={outlineOf(shape, 7, 7, 5)} />
          </svg>
          {name} <span class="map-count">{formatCount(graphs.length)}</span>
        </li>
      ))}
    </ul>
  );
}
