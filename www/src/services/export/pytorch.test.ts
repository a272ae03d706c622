import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { hasPyTorchProgram, IN_PYTORCH } from "../../domain/settings/models";
import { DEFAULT_CONFIG } from "../../domain/settings/settings";
import { packProgram } from "./pytorch";

const PROGRAM = new URL("../../../../python/src/sublevel/torch/model.py", import.meta.url);

it("contains the program of the Python package, and the weights under the name in its instructions", () => {
  const weights = Uint8Array.of(1, 2, 3);
  const files = unzipSync(packProgram(weights));
  expect(Object.keys(files)).toEqual(["model.py", "weights.safetensors"]);
  const program = strFromU8(files["model.py"]!);
  expect(program).toBe(readFileSync(PROGRAM, "utf8"));
  expect(program).toContain('GFL.load("weights.safetensors")');
  expect(files["weights.safetensors"]).toEqual(weights);
});

it("is offered for the models that the program computes", () => {
  const [, supported] = /^ *SUPPORTED = (\{.*\})$/m.exec(readFileSync(PROGRAM, "utf8"))!;
  expect(JSON.parse(supported!.replaceAll("False", "false"))).toEqual(IN_PYTORCH);
  expect(hasPyTorchProgram(DEFAULT_CONFIG)).toBe(true);
  for (const other of [{ model: "sum" }, { hat: "gaussian" }, { extended: true }] as const) {
    expect(hasPyTorchProgram({ ...DEFAULT_CONFIG, ...other })).toBe(false);
  }
});
