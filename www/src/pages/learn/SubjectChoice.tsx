import type { JSX } from "preact";
import { useAct, useApp, useShown } from "../../ui/context";
import type { App } from "../../ui/context";
import { originalOf } from "../../domain/graph/graph";
import { cloudIn, exampleIn, indexIn, ownGraphIn, EXAMPLES } from "../../domain/graph/subject";
import { plural } from "../../domain/text/format";
import { openFile } from "../../ui/files/disk";

/** The subject in view: an example, points, or a file. */
export function SubjectChoice(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const { subject, graph } = useShown();
  const example = exampleIn(subject);
  const chosen = example ?? "own";
  const cloud = cloudIn(subject);
  const own =
    (ownGraphIn(subject) ?? cloud)?.title ??
    `Graph ${(indexIn(subject) ?? 0) + 1}, ${plural(originalOf(graph).vertices, "vertex", "vertices")}`;
  return (
    <select
      class="stage-choice"
      aria-label="Graph"
      value={chosen}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        currentTarget.value = chosen;
        if (value === "open") openFile(app);
        else if (value === "points") void showPoints(app);
        else if (value !== "own") act({ type: "show", subject: { type: "example", id: value } });
      }}
    >
      {example === null && <option value="own">{own}</option>}
      {EXAMPLES.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
      {!cloud && <option value="points">Points in the plane</option>}
      <option value="open">Open a file…</option>
    </select>
  );
}

/** Shows a first sample of points. */
async function showPoints({ store }: App): Promise<void> {
  const { FIRST_SAMPLE, sampled } = await import("../../domain/points/presets");
  const cloud = { ...sampled(FIRST_SAMPLE), complex: "alpha" } as const;
  store.dispatch({ type: "show", subject: { type: "points", cloud }, source: "ui" });
}
