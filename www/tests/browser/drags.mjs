// Drags of a vertex: for the tests, which count the effects, and for `figures.mjs`, which measures their duration.

import { painted, placeOf, placeOnCanvas } from "./stage.mjs";
import { showDiscussion } from "./support.mjs";

/** A point where a vertex of the graph in view can be dragged from, in pixels of the window. */
export async function holdOnStage(page) {
  const drawn = await page.locator(".stage-vertex").count();
  return drawn > 0 ? placeOf(page, "v0") : placeOnCanvas(page);
}

/** Shows random points of the unit square, with a point at its centre that can be dragged from the returned pixel. */
export async function holdInPlane(page, points, complex) {
  await page.evaluate(
    ([count, complex]) => {
      let seed = 1;
      const random = () => Math.fround((seed = (seed * 48271) % 2147483647) / 2147483647);
      const coordinates = [0.5, 0.5, 0, 0, 1, 1, ...Array.from({ length: 2 * (count - 3) }, random)];
      window.sublevel.dispatch({ type: "points", cloud: { title: "random", coordinates, complex } });
    },
    [points, complex],
  );
  const application = page.getByRole("application", { name: "Points in the plane" });
  await application.waitFor();
  await painted(page);
  const plane = await application.boundingBox();
  const stage = await page.locator(".points-stage").boundingBox();
  const top = stage.y + 30;
  return { x: plane.x + plane.width / 2, y: top + (plane.y + plane.height - top) / 2 };
}

/**
 * Drags the vertex values of a graph of this size for `frames` frames. Returns the milliseconds from each action to the bars of both
 * directions, and the milliseconds between two frames.
 */
export async function drag(page, vertices, frames) {
  await showDiscussion(page, vertices);
  return page.evaluate(
    async ([n, count]) => {
      const values = [...window.sublevel.state().shown.filtration.filter];
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const paired = [];
      const between = [];
      let last = await frame();
      for (let i = 0; i < count; i++) {
        values[n >> 1] = i / count;
        const start = performance.now();
        window.sublevel.dispatch({ type: "values", values: [...values], gesture: "drag" });
        const { filtration } = window.sublevel.state().shown;
        paired.push(performance.now() - start);
        if (filtration.filter[n >> 1] !== Math.fround(i / count))
          throw new Error("the bars are not of this frame");
        const now = await frame();
        between.push(now - last);
        last = now;
      }
      return { paired, between, undoable: window.sublevel.state().history.past.length };
    },
    [vertices, frames],
  );
}

/**
 * Drags a vertex of the graph in view, or a point, with the mouse for `frames` frames, on the learning page. Returns, for each event that moved it, the
 * milliseconds from the event to the painted frame with its bars, without the wait for that frame to begin. `place` is where the vertex
 * or point is, in pixels of the window.
 */
export async function dragOnStage(page, place, frames) {
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  const taken = await page.evaluate(
    async ([{ x, y }, count]) => {
      const held = document.elementFromPoint(x, y);
      const { port1, port2 } = new MessageChannel();
      const taken = [];
      for (let i = 0; i < count; i++) {
        // Runs first in this frame; the message arrives when the frame is painted.
        const frame = new Promise((resolve) =>
          requestAnimationFrame(() => {
            const began = performance.now();
            port1.onmessage = () => resolve(performance.now() - began);
            port2.postMessage(null);
          }),
        );
        // Back to the start in the last frame.
        const clientX = x + 60 * Math.sin((2 * Math.PI * Math.round(count / 75) * (i + 1)) / count);
        const before = window.sublevel.state().shown.filtration;
        const start = performance.now();
        const event = { bubbles: true, clientX, clientY: y, pointerId: 1, buttons: 1 };
        held.dispatchEvent(new PointerEvent("pointermove", event));
        // The page draws in microtasks.
        for (let wait = 0; wait < 10; wait++) await null;
        const scripted = performance.now() - start;
        const moved = window.sublevel.state().shown.filtration !== before;
        const painted = await frame;
        if (moved) taken.push(scripted + painted);
      }
      return taken;
    },
    [place, frames],
  );
  await page.mouse.up();
  return taken;
}
