import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { cloudIn } from "../../../domain/graph/subject";
import { useAct, useApp, useOwnId, useShown, useSlice } from "../../../ui/context";
import { isLoop } from "../../../domain/graph/graph";
import type { Bar } from "../../../domain/graph/graph";
import type { PointCloud } from "../../../domain/graph/subject";
import { persistenceOf } from "../../../domain/persistence/bars";
import { positionAt } from "../../../domain/persistence/filtration";
import type { GrowingPoints } from "../../../domain/persistence/filtration";
import { arrowsOf, pointLoss, pulledTo } from "../../../domain/points/descent";
import { movedPoints, refusal, withoutPoints, withPoint } from "../../../domain/points/points";
import { describeBar } from "../../../domain/text/sentences";
import { describePulledPoints } from "../../../domain/text/pulled";
import type { PulledSimplex } from "../../../domain/text/pulled";
import { pointSentence } from "../../../domain/text/pointSentences";
import { PointsStage } from "../../../plots/points/PointsStage";
import { useGrowth } from "../../../plots/points/useGrowth";
import { barAsKnown, rowsOf } from "../../../plots/stage/rows";
import { domainOf } from "../../../ui/domain";
import { EdgeFilterNote } from "../../../ui/filters/FilterChoice";
import { Count, StageControls } from "../StageControls";
import { dispatchAll } from "../lessons/follow";
import { played } from "../lessons/perform";
import { SubjectChoice } from "../SubjectChoice";
import { PointsTools } from "./PointsTools";
import "./points.css";

/** More bars of one dimension than this are not drawn: the longest ones are. */
const MAX_BARS = 12;
const NOBODY: ReadonlySet<number> = new Set();
const NO_NEW_VERTEX = {
  kind: "info",
  title: "No new vertex",
  detail:
    "The edges of these vertices have given values, so a click adds no vertex. Open a file with its edges.",
} as const;

/** Points in the plane, their growing discs and their bars. A graph with an edge filter has no places, so a note refers to its bars. */
export function PointsPanel(): JSX.Element | null {
  const { subject, growing } = useShown();
  const cloud = cloudIn(subject);
  if (!growing) return null;
  if (!cloud) {
    return (
      <section class="stage-panel" aria-label="Filtration">
        <div class="stage-top">
          <SubjectChoice />
        </div>
        <div class="stage-note">
          <EdgeFilterNote view="stage" />
        </div>
      </section>
    );
  }
  return (
    <section class="stage-panel" aria-label="Growing points">
      <Grown cloud={cloud} growing={growing} />
    </section>
  );
}

interface Pull extends PulledSimplex {
  readonly gesture: string;
  /** The points after the drag. */
  readonly cloud: PointCloud;
  readonly threshold: number | null;
}

interface GrownProps {
  readonly cloud: PointCloud;
  readonly growing: GrowingPoints;
}

function Grown({ cloud, growing }: GrownProps): JSX.Element {
  const { store } = useApp();
  const act = useAct();
  const shown = useShown();
  const { graph } = shown;
  const { walk, bars } = growing;
  const threshold = useSlice(({ view }) => view.threshold);
  const playing = useSlice(({ view }) => view.playing);
  const playback = useSlice((state) => state.playback);
  const speed = useSlice(({ view }) => view.speed);
  const highlight = useSlice(({ view }) => view.highlight);
  const tool = useSlice(({ view }) => view.tool);
  const target = useSlice(({ view }) => view.target);
  const present = useSlice(({ view }) => view.present);
  /** The last drag of the end of a bar. */
  const [pull, setPull] = useState<Pull | null>(null);
  const [selection, setSelection] = useState(NOBODY);
  const chosen = useSlice(({ view }) => view.selection);
  const lesson = useSlice(({ view }) => view.lesson);
  // A card starts without a selection.
  useEffect(() => {
    if (chosen === null) setSelection(NOBODY);
  }, [chosen, lesson]);
  // After an undo, points can be missing.
  const selected = useMemo(
    () => new Set([...selection].filter((point) => point < graph.vertices)),
    [selection, graph.vertices],
  );
  const position = positionAt(walk, threshold);
  const domain = domainOf(shown);
  const drawn = useMemo(() => longest(bars), [bars]);
  // The colours are those of all bars, as in the merge tree.
  const rows = useMemo(
    () =>
      rowsOf(bars, "sub", threshold)
        .filter(({ bar }) => drawn.includes(bar))
        .map((one, row) => ({ ...one, row })),
    [bars, drawn, threshold],
  );
  const walking = useGrowth({
    walk,
    position,
    threshold,
    end: domain[1],
    playing,
    speed,
    longestStep: 1000,
    answer: playback,
    onAnswered: () => playback && dispatchAll(store, played(playback)),
    onThreshold: (t) => act({ type: "view", change: { threshold: t } }),
    onPlay: (on) => act({ type: "view", change: { playing: on } }),
  });
  // Two drags in one frame each start from the latest points.
  const latest = (): PointCloud => cloudIn(store.state.peek().document.subject) ?? cloud;
  const edit = (next: PointCloud, gesture?: string): void => {
    const detail = refusal(next);
    if (detail === null) act({ type: "points", cloud: next, ...(gesture === undefined ? {} : { gesture }) });
    else act({ type: "notify", notice: { kind: "error", title: "The points do not change", detail } });
  };
  const isAtEvent = threshold === null || threshold === walk.values[position];
  const arrows = useMemo(
    () => (tool === "descent" && !cloud.weighted ? arrowsOf(pointLoss(target, bars, cloud).gradient) : null),
    [tool, target, bars, cloud],
  );
  const sentence = pointSentence(walk, position, {
    graph,
    complex: cloud.complex,
    isWeighted: cloud.weighted !== undefined,
    isAtEvent,
  });
  const pointed = highlight?.type === "bar" ? rows.find(({ bar }) => bar.id === highlight.id) : undefined;
  // It stays until the next change of the points or of t.
  const pulledText =
    pull?.cloud === cloud && pull.threshold === threshold
      ? describePulledPoints(pull, bars, graph, cloud.weighted ? "value" : "points")
      : null;
  const loops = bars
    .filter(({ kind }) => isLoop(kind))
    .filter(({ birth, death }) => {
      const t = threshold ?? Infinity;
      return birth <= t && (death === null || death > t);
    }).length;
  return (
    <>
      <div class="stage-top">
        <PointsTools cloud={cloud} edit={edit} />
        <dl class="stage-counts">
          <Count name="β" index="0" title="Components" value={walk.components[position] ?? 0} />
          <Count name="β" index="1" title="Independent loops" value={loops} />
        </dl>
      </div>
      <div class="stage-room">
        <PointsStage
          id={useOwnId()}
          graph={graph}
          coordinates={cloud.coordinates}
          discs={!cloud.weighted}
          growing={growing}
          rows={rows}
          omitted={bars.length - drawn.length}
          position={position}
          threshold={threshold}
          domain={domain}
          sentence={sentence}
          highlight={highlight}
          selected={selected}
          arrows={arrows}
          walking={walking}
          large={present}
          onHighlight={(next) => act({ type: "view", change: { highlight: next } })}
          onSelect={setSelection}
          onChoose={(point) => act({ type: "view", change: { selection: point } })}
          onAdd={(x, y) => {
            if (!cloud.weighted) edit(withPoint(latest(), x, y));
            else act({ type: "notify", notice: NO_NEW_VERTEX });
          }}
          onMove={(points, dx, dy, gesture) => edit(movedPoints(latest(), points, dx, dy), gesture)}
          onPull={({ bar, at }, t, gesture) => {
            const points = pull?.gesture === gesture ? pull.points : bar.simplices![at]!;
            const next = pulledTo(latest(), points, t);
            setPull({ gesture, points, end: at, cloud: next, threshold });
            edit(next, gesture);
          }}
          onDelete={(points) => {
            edit(withoutPoints(latest(), points));
            setSelection(NOBODY);
          }}
          onCancel={() => act({ type: "undo" })}
        />
      </div>
      <div class="stage-foot">
        <StageControls
          playing={playing}
          isFirst={position < 0}
          isLast={position >= walk.values.length - 1}
          onPlay={() => act({ type: "view", change: { playing: !playing } })}
          onStep={(by) => walking.goTo(position + by)}
          onKeyDown={walking.keyDown}
        />
        <p class="stage-sentence" aria-live={playing ? "off" : "polite"}>
          {pulledText !== null
            ? pulledText
            : pointed?.born
              ? `${describeBar(barAsKnown(pointed, threshold === null), graph)}.`
              : sentence}
        </p>
        <div class="stage-beside">
          <output class="stage-where">{`event ${position + 1} of ${walk.values.length}`}</output>
        </div>
      </div>
    </>
  );
}

/** The longest bars of each dimension, in their order. */
function longest(bars: readonly Bar[]): readonly Bar[] {
  const kept = (loop: boolean): readonly Bar[] => {
    const all = bars.filter(({ kind }) => isLoop(kind) === loop);
    const few = [...all].sort((a, b) => persistenceOf(b) - persistenceOf(a)).slice(0, MAX_BARS);
    return all.filter((bar) => few.includes(bar));
  };
  return [...kept(false), ...kept(true)];
}
