import { lazily } from "../../../ui/lazily";

/** The stage of points, fetched on first use. */
export const PointsPanel = lazily(
  () => import("./PointsPanel").then((module) => module.PointsPanel),
  <section class="stage-panel" />,
);
