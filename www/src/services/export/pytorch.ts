// A run as a PyTorch program with its weights.

import { strToU8, zipSync } from "fflate";
import program from "../../../../python/src/sublevel/torch/model.py?raw";

/** A zip with the program, which the Python package contains as well, and the weights under the name in its instructions. */
export function packProgram(weights: Uint8Array): Uint8Array<ArrayBuffer> {
  return zipSync({ "model.py": strToU8(program), "weights.safetensors": weights });
}
