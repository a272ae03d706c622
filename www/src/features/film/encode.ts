import { messageOf } from "../../domain/text";
import { webm } from "./webm";
import type { Chunk } from "./webm";

/** How long an epoch is seen. */
export const FRAME_MS = 100;
/** The last epoch is seen longer, so that a film does not end before it was read. */
const LAST_FRAMES = 15;
/** Every so many pictures there is one that a player can go to. */
const KEY_EVERY = 10;
/** VP9, profile 0, level 3.1 (1280 × 720), 8 bits. */
const CODEC = { encoder: "vp09.00.31.08", file: "V_VP9" } as const;
const BITS_PER_SECOND = 6_000_000;
/** More pictures than this do not wait for the encoder. */
const MOST_WAITING = 4;

/** Encodes what a canvas shows, picture by picture. */
export class FilmEncoder {
  readonly #canvas: HTMLCanvasElement;
  readonly #encoder: VideoEncoder;
  readonly #chunks: Chunk[] = [];
  #pictures = 0;
  #problem: Error | null = null;

  private constructor(canvas: HTMLCanvasElement, config: VideoEncoderConfig) {
    this.#canvas = canvas;
    this.#encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.#chunks.push({ bytes, key: chunk.type === "key" });
      },
      error: (error) => (this.#problem = error),
    });
    this.#encoder.configure(config);
  }

  /** Throws where the browser cannot encode a film of this size. */
  static async of(canvas: HTMLCanvasElement): Promise<FilmEncoder> {
    const config: VideoEncoderConfig = {
      codec: CODEC.encoder,
      width: canvas.width,
      height: canvas.height,
      bitrate: BITS_PER_SECOND,
      framerate: 1000 / FRAME_MS,
      // Several times as fast, and pictures of lines and discs look the same.
      latencyMode: "realtime",
    };
    const supported =
      typeof VideoEncoder !== "undefined" &&
      (await VideoEncoder.isConfigSupported(config).then(({ supported }) => supported === true));
    if (!supported) {
      throw new Error(
        "This browser cannot encode WebM films (VP9 with WebCodecs). Open the page in a current Chrome, Edge or Firefox, at an address with https or on this computer.",
      );
    }
    return new FilmEncoder(canvas, config);
  }

  /** One more picture: the canvas as it is. */
  async add(): Promise<void> {
    const timestamp = 1000 * FRAME_MS * this.#pictures;
    const frame = new VideoFrame(this.#canvas, { timestamp, duration: 1000 * FRAME_MS });
    this.#encoder.encode(frame, { keyFrame: this.#pictures % KEY_EVERY === 0 });
    frame.close();
    this.#pictures += 1;
    do await new Promise((resolve) => setTimeout(resolve));
    while (this.#encoder.encodeQueueSize > MOST_WAITING && this.#problem === null);
    this.#check();
  }

  /** The film, its last picture held. */
  async end(title: string): Promise<Blob> {
    for (let i = 1; i < LAST_FRAMES; i++) await this.add();
    await this.#encoder.flush();
    this.#check();
    this.#encoder.close();
    const { width, height } = this.#canvas;
    return webm(this.#chunks, { codec: CODEC.file, width, height, frameMs: FRAME_MS, title });
  }

  /** Nobody wants the film any more. */
  drop(): void {
    if (this.#encoder.state !== "closed") this.#encoder.close();
  }

  #check(): void {
    if (this.#problem) throw new Error(`The film could not be encoded: ${messageOf(this.#problem)}`);
  }
}
