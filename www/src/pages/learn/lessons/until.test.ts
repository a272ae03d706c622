import { expect, it } from "vitest";
import { exampleNamed } from "../../../domain/graph/subject";
import { COURSE } from "./wholeCourse";
import { replyTo } from "./until";

it("answers every guess, and explains why a vertex that has not entered is none", () => {
  const { cards } = COURSE.find(({ id }) => id === "who-ends")!;
  const wait = cards.find(({ wait: one }) => one?.guess)!.wait!;
  const { graph, filter } = exampleNamed("young-and-large")!;
  const reply = (vertex: number): ReturnType<typeof replyTo> =>
    replyTo(wait, vertex, 4, "sub", { graph, filtration: { filter, bars: [] } });
  const [a, b, c] = [0, 1, 2];
  expect(reply(a)).toMatchObject({ right: false, counts: true, why: wait.guess!.wrong });
  expect(reply(b)).toMatchObject({ right: false, counts: false });
  expect(reply(b)!.why).toContain("b has not entered yet");
  expect(reply(c)).toMatchObject({ right: true, counts: true, why: wait.guess!.right });
});
