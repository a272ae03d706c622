// The line between a page and the kernel.

import type { FileLetter, FromKernel, FromPage, FromWidget, Model, ToWidget } from "./messages";
import type { PackageFile } from "./packageFiles";

/**
 * Forwards the messages between page and kernel, except files: the page requests them by name and receives URLs. `answered` is called
 * with each message of the page. Returns a function that stops this.
 */
export function join(
  model: Pick<Model, "on" | "off" | "send">,
  file: (name: string) => Promise<PackageFile>,
  port: MessagePort,
  answered: () => void = () => undefined,
): () => void {
  const post = (message: FromWidget): void => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToWidget>) => {
    answered();
    if (data.type === "file") void file(data.name).then((found) => post({ ...data, ...found }));
    else {
      const { content, buffers } = data.letter;
      model.send(
        content satisfies FromPage,
        undefined,
        buffers.map(({ buffer }) => buffer),
      );
    }
  };
  const receive = (content: FromKernel | FileLetter, buffers: readonly DataView<ArrayBuffer>[]): void => {
    if (content.type === "file") return;
    const bytes = buffers.map(({ buffer, byteOffset, byteLength }) =>
      new Uint8Array(buffer, byteOffset, byteLength).slice(),
    );
    post({ type: "letter", letter: { content, buffers: bytes } });
  };
  model.on("msg:custom", receive);
  return () => {
    model.off("msg:custom", receive);
    port.close();
  };
}
