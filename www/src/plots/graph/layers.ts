// The layers of a drawn graph.

export interface Layers {
  /** Region and cycle, below everything. */
  readonly glow: HTMLCanvasElement;
  readonly edges: HTMLCanvasElement;
  readonly vertices: HTMLCanvasElement;
  /** Rings, marks and values. */
  readonly marks: HTMLCanvasElement;
}
