import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { join } from "./line";
import type { FileLetter, FromKernel, FromWidget } from "./messages";

type Heard = (content: FromKernel | FileLetter, buffers: readonly DataView<ArrayBuffer>[]) => void;

describe("the line between page and kernel", () => {
  const listeners = new Set<Heard>();
  const sent: unknown[][] = [];
  const model = {
    on: (_: string, listener: unknown) => void listeners.add(listener as Heard),
    off: (_: string, listener: unknown) => void listeners.delete(listener as Heard),
    send: (...words: unknown[]) => void sent.push(words),
  };
  const says: Heard = (content, buffers) => {
    for (const listener of listeners) listener(content, buffers);
  };
  let page: MessagePort;
  let heard: FromWidget[];
  let end: () => void;

  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    page = port2;
    heard = [];
    sent.length = 0;
    page.onmessage = ({ data }: MessageEvent<FromWidget>) => void heard.push(data);
    const file = (name: string) => Promise.resolve({ url: `blob:${name}`, bytes: 3 });
    end = join(model, file, port1);
  });
  afterEach(() => {
    end();
    page.close();
  });

  it("forwards the requests of the kernel to the page, without files", async () => {
    says({ type: "file", name: "training_bg.wasm" }, [new DataView(new ArrayBuffer(9))]);
    // A part of a longer buffer.
    says({ type: "open", name: "graphs.jsonl", isLog: false, graph: 1, vertex: null }, [
      new DataView(Uint8Array.of(7, 8, 9).buffer, 1, 2),
    ]);
    says({ type: "train", request: 1, config: null }, []);
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard).toMatchObject([
      { letter: { content: { type: "open" }, buffers: [Uint8Array.of(8, 9)] } },
      { letter: { content: { type: "train" }, buffers: [] } },
    ]);
  });

  it("forwards the messages of the page to the kernel, and addresses of files to the page", async () => {
    page.postMessage({ type: "file", name: "training.js" });
    page.postMessage({
      type: "letter",
      letter: { content: { type: "tables", id: 2, about: null }, buffers: [Uint8Array.of(1, 2)] },
    });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toEqual([[{ type: "tables", id: 2, about: null }, undefined, [Uint8Array.of(1, 2).buffer]]]);
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard).toEqual([{ type: "file", name: "training.js", url: "blob:training.js", bytes: 3 }]);
  });

  it("removes its listeners at its end", () => {
    end();
    expect(listeners.size).toBe(0);
  });
});
