import { marksOf } from "../../domain/training/epochs";
import { isLoop } from "../../domain/graph/graph";
import type { Bar, BarcodeKind, Direction, Filtration, Graph } from "../../domain/graph/graph";
import type { EpochReport } from "../../protocol";
import { formatCount } from "../../domain/text/format";
import type { Metric } from "../../domain/training/metric";
import { drawBars } from "../../plots/barcode/draw";
import { blocksOf, layoutOf, sizeOf } from "../../plots/barcode/rows";
import { byFilter } from "../../plots/graph/colouring";
import { GraphPainter } from "../../plots/graph/painter";
import { fAxis, ticksOf } from "../../plots/shared/axis";
import { PALETTE, STEPS, UNIT } from "../../plots/shared/colour";
import type { CanvasTheme } from "../../plots/shared/colour";
import { SUPERSCRIPTS } from "../../plots/shared/Tip";
import { Columns, isKept, isLeftOut } from "../../plots/timeline/EpochStrip";

export const WIDTH = 1280;
export const HEIGHT = 720;

/** Positions of the parts of a picture. */
const EDGE = 48;
const GRAPH = { left: EDGE, top: 104, width: 640, height: 456 };
const BARS = { left: 744, top: 104, width: 488, height: 456 };
const STRIP = { left: 208, top: 632, width: 816, height: 44 };
const BAR_ROOM = 40;
const KEPT = "#bbb7ec";

/** The constant part of all frames of a film. */
export interface FilmSubject {
  readonly graph: Graph;
  readonly positions: Float32Array;
  /** Above the pictures; the first one is bold. */
  readonly title: readonly [what: string, by: string];
  readonly directions: readonly Direction[];
  readonly extended: boolean;
  readonly reports: readonly EpochReport[];
  /** The metric of the task of the run. */
  readonly measure: Metric;
  /** Epochs with stored weights. */
  readonly kept: readonly number[];
  readonly totalEpochs: number;
}

/** One epoch of the film. */
export interface FilmEpoch {
  readonly epoch: number;
  readonly filtration: Filtration;
  readonly bars: readonly Bar[];
  /** The prediction for the graph. */
  readonly verdict: string;
}

/** Draws the frames of a film: the graph in the colours of f, its barcodes, and the progress of the run. */
export class FilmPictures {
  readonly canvas = document.createElement("canvas");
  readonly #pen: CanvasRenderingContext2D;
  readonly #subject: FilmSubject;
  readonly #columns: Columns;
  readonly #bars = document.createElement("canvas");
  readonly #layers = {
    glow: document.createElement("canvas"),
    edges: document.createElement("canvas"),
    vertices: document.createElement("canvas"),
    marks: document.createElement("canvas"),
  };
  readonly #painter = new GraphPainter(this.#layers);
  readonly #font = getComputedStyle(document.body).fontFamily;

  constructor(subject: FilmSubject) {
    this.#subject = subject;
    this.canvas.width = WIDTH;
    this.canvas.height = HEIGHT;
    this.#pen = this.canvas.getContext("2d")!;
    const { reports, kept, totalEpochs } = subject;
    const last = Math.max(totalEpochs, kept.at(-1) ?? 0);
    const marks = marksOf(reports, kept, last, STRIP.width / 4);
    this.#columns = new Columns(marks, STRIP.width, STRIP.height, subject.measure.most);
    this.#painter.resize(GRAPH.width, GRAPH.height, 1);
    this.#painter.setTheme(LIGHT);
    this.#painter.setGraph(subject.graph, subject.positions);
  }

  draw(picture: FilmEpoch): void {
    const pen = this.#pen;
    pen.fillStyle = LIGHT.panel;
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    this.#drawTitle(picture.verdict);
    this.#drawGraph(picture.filtration.filter);
    this.#drawBars(picture.bars);
    this.#drawEpochs(picture.epoch);
  }

  /** Stops drawing. */
  end(): void {
    this.#painter.destroy();
  }

  #write(
    text: string,
    x: number,
    y: number,
    size: number,
    weight = 400,
    align: CanvasTextAlign = "left",
  ): void {
    const pen = this.#pen;
    pen.font = `${weight} ${size}px ${this.#font}`;
    pen.textAlign = align;
    pen.fillText(text, x, y);
  }

  /** The name of a barcode in the notation of the page. */
  #writeName(kind: BarcodeKind, x: number, y: number): void {
    const pen = this.#pen;
    pen.textAlign = "left";
    pen.font = `italic 20px serif`;
    pen.fillText("B", x, y);
    pen.font = `14px serif`;
    pen.fillText(SUPERSCRIPTS[kind], x + 14, y - 8);
    pen.fillText(isLoop(kind) ? "1" : "0", x + 13, y + 5);
  }

  #drawTitle(verdict: string): void {
    const [what, by] = this.#subject.title;
    this.#pen.fillStyle = LIGHT.ink;
    this.#write(what, EDGE, 52, 24, 600);
    this.#pen.fillStyle = LIGHT.ink2;
    this.#write(verdict, EDGE, 80, 17);
    this.#write(by, WIDTH - EDGE, 52, 17, 400, "right");
  }

  #drawGraph(filter: Float32Array): void {
    this.#painter.setFilter(filter, byFilter(filter, UNIT));
    this.#painter.drawNow();
    const { left, top, width, height } = GRAPH;
    // Values beside the vertices would flicker, and the colours show them already.
    for (const layer of [this.#layers.edges, this.#layers.vertices]) {
      this.#pen.drawImage(layer, left, top, width, height);
    }
  }

  #drawBars(bars: readonly Bar[]): void {
    const pen = this.#pen;
    const { left, top, width, height } = BARS;
    const { directions, extended } = this.#subject;
    const axis = fAxis(width, UNIT, [BAR_ROOM, 24]);
    const { blocks, lists, shown, note } = layoutOf(
      (room) => blocksOf(bars, directions, "birth", false, room, extended),
      axis,
      height - 48,
    );
    drawBars(this.#bars, width, height, lists, LIGHT);
    pen.strokeStyle = LIGHT.line;
    pen.lineWidth = 1;
    for (const tick of ticksOf(UNIT)) {
      const x = Math.round(left + axis.x(tick)) + 0.5;
      pen.beginPath();
      pen.moveTo(x, top);
      pen.lineTo(x, top + height - 40);
      pen.stroke();
    }
    pen.drawImage(this.#bars, left, top, width, height);
    pen.fillStyle = LIGHT.ink;
    for (const block of blocks) {
      this.#writeName(block.kind, left, top + block.top + 18);
      this.#write(String(sizeOf(block)), left, top + block.top + 36, 13);
    }
    for (const { count, countY } of shown)
      this.#write(`×${formatCount(count)}`, left + width, top + countY + 4, 13, 400, "right");
    this.#write(note, left + width, top + height - 42, 13, 400, "right");
    for (let step = 0; step < STEPS; step++) {
      pen.fillStyle = PALETTE[step]!;
      const [from, to] = [axis.x(step / STEPS), axis.x((step + 1) / STEPS)];
      pen.fillRect(left + from, top + height - 36, to - from + 0.5, 8);
    }
    pen.fillStyle = LIGHT.ink2;
    for (const tick of ticksOf(UNIT)) {
      this.#write(String(tick), left + axis.x(tick), top + height - 8, 14, 400, "center");
    }
    pen.fillStyle = LIGHT.ink;
    this.#write("f", left + 16, top + height - 26, 17, 600);
  }

  #drawEpochs(epoch: number): void {
    const pen = this.#pen;
    const { left, top, width, height } = STRIP;
    pen.fillStyle = LIGHT.ink;
    this.#write(`Epoch ${epoch}`, EDGE, top + height - 4, 24, 600);
    const report = this.#subject.reports.find((one) => one.epoch === epoch);
    const { name, format } = this.#subject.measure;
    const metric =
      epoch === 0 ? "before training" : report ? `test ${name} ${format(report.testMetric)}` : "";
    pen.fillStyle = LIGHT.ink2;
    this.#write(metric, WIDTH - EDGE, top + height - 4, 17, 400, "right");
    pen.save();
    pen.translate(left, top);
    const fill = (path: string, colour: string): void => {
      pen.fillStyle = colour;
      pen.fill(new Path2D(path));
    };
    pen.fillStyle = LIGHT.line;
    pen.fillRect(0, height - 1, width, 1);
    fill(this.#columns.paths(isLeftOut), LIGHT.line);
    fill(this.#columns.paths(isKept), KEPT);
    const mark = this.#columns.at(epoch);
    if (mark) fill(this.#columns.path(mark) + this.#columns.pointer(mark), LIGHT.accent);
    pen.restore();
  }
}

/** The light theme of `tokens.css` and `plots.css`: films look the same in every theme of the page. */
const LIGHT: CanvasTheme = {
  panel: "#ffffff",
  ink: "#14171c",
  ink2: "#565e6b",
  line: "#dfe3e8",
  accent: "#4b3fd0",
  sub: "#026d7f",
  super: "#902e6d",
  outline: "#6d6f72",
  faintOutline: "#8a8b8e",
};
