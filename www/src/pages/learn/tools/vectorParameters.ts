// The parameters of the vectors, with the defaults of `sublevel barcode --vectorize` where it has them.

import type { VectorFrame, VectorKind, VectorParameters } from "../../../domain/persistence/vectors";
import { formatValue } from "../../../domain/text/values";

type Name = keyof VectorParameters;

export interface Parameter {
  readonly name: Name;
  readonly title: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** A share of the range. */
  readonly share?: true;
}

export const INITIAL: VectorParameters = {
  ...{ levels: 3, samples: 100, pixels: 20, bandwidth: 0.05, steps: 100 },
  ...{ hats: 8, length: 0.5, radius: 1 },
};

const PARAMETERS: Readonly<Record<VectorKind, readonly Parameter[]>> = {
  landscape: [
    { name: "levels", title: "Levels", min: 1, max: 5, step: 1 },
    { name: "samples", title: "Samples", min: 10, max: 200, step: 10 },
  ],
  image: [
    { name: "pixels", title: "Pixels", min: 5, max: 40, step: 1 },
    { name: "bandwidth", title: "Bandwidth", min: 0.01, max: 0.25, step: 0.01, share: true },
  ],
  betti: [{ name: "steps", title: "Samples", min: 10, max: 200, step: 10 }],
  hats: [
    { name: "hats", title: "Hats", min: 1, max: 16, step: 1 },
    { name: "length", title: "Centres", min: 0, max: 1, step: 0.05, share: true },
    { name: "radius", title: "Radius", min: 0, max: 2, step: 0.05, share: true },
  ],
};

/** The parameters of a vector: hats that read births have centres without a length. */
export function parametersOf(
  kind: VectorKind,
  { births }: Pick<VectorFrame, "births">,
): readonly Parameter[] {
  return PARAMETERS[kind].filter(({ name }) => !(births && name === "length"));
}

/** The value of a parameter; a share in units of f. */
export function describeParameter({ name, share }: Parameter, value: number, span: number): string {
  if (name === "pixels") return `${value} × ${value}`;
  if (name === "length") return `length ${formatValue(value * span)}`;
  return formatValue(share ? value * span : value);
}
