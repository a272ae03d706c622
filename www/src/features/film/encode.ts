// Pictures of a canvas as one file: a film if the browser can encode one, otherwise the pictures themselves.

import { strToU8, Zip, ZipPassThrough } from "fflate";
import { BufferTarget, canEncodeVideo, CanvasSource, Output, WebMOutputFormat } from "mediabunny";

/** Duration of one epoch in the film. */
const FRAME_MS = 100;
/** The last epoch stays longer, so that the film does not end before the viewer has read it. */
const LAST_FRAMES = 15;
/** Interval of key frames in seconds: players can seek to a key frame. */
const KEY_EVERY = 1;
const CODEC = "vp9";
const BITS_PER_SECOND = 6_000_000;

/** Records the contents of a canvas, frame by frame. */
export interface Recorder {
  /** Extension of the file name. */
  readonly ending: "webm" | "zip";
  /** Adds the current contents of the canvas as a frame. */
  add(): Promise<void>;
  /** The file. */
  end(): Promise<Blob>;
  /** Cancels the recording. */
  drop(): void;
}

export async function recorderOf(canvas: HTMLCanvasElement, title: string): Promise<Recorder> {
  const { width, height } = canvas;
  return (await canEncodeVideo(CODEC, { width, height, bitrate: BITS_PER_SECOND }))
    ? filmOf(canvas, title)
    : picturesOf(canvas, title);
}

/** A film in WebM that holds its last frame. */
function filmOf(canvas: HTMLCanvasElement, title: string): Recorder {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, {
    codec: CODEC,
    bitrate: BITS_PER_SECOND,
    keyFrameInterval: KEY_EVERY,
    // In the other mode, an encoder may drop frames.
    latencyMode: "quality",
  });
  output.setMetadataTags({ title });
  output.addVideoTrack(source, { frameRate: 1000 / FRAME_MS });
  let pictures = 0;
  const add = async (): Promise<void> => {
    if (output.state === "pending") await output.start();
    await source.add((pictures * FRAME_MS) / 1000, FRAME_MS / 1000);
    pictures += 1;
    // Yields to the page between two frames.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    ending: "webm",
    add,
    async end() {
      for (let i = 1; i < LAST_FRAMES; i++) await add();
      await output.finalize();
      return new Blob([target.buffer!], { type: "video/webm" });
    },
    drop() {
      if (output.state !== "finalized" && output.state !== "canceled") void output.cancel();
    },
  };
}

/** The frames as numbered PNG files, with a command line that makes a film of them. */
function picturesOf(canvas: HTMLCanvasElement, title: string): Recorder {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk.slice());
  });
  const put = (name: string, bytes: Uint8Array): void => {
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
  };
  let pictures = 0;
  return {
    ending: "zip",
    async add() {
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
      if (!picture) throw new Error("The browser ran out of memory for another frame.");
      put(`${String(pictures).padStart(4, "0")}.png`, new Uint8Array(await picture.arrayBuffer()));
      pictures += 1;
    },
    end() {
      const rate = 1000 / FRAME_MS;
      const text = `${title}\n\nThis browser cannot encode films (VP9 with WebCodecs), so these are its pictures. A film of them:\n\n    ffmpeg -framerate ${rate} -i %04d.png -pix_fmt yuv420p film.mp4\n`;
      put("README.txt", strToU8(text));
      zip.end();
      return Promise.resolve(new Blob(chunks, { type: "application/zip" }));
    },
    drop: () => zip.terminate(),
  };
}
