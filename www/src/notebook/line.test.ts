import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { join } from "./line";
import type { FileLetter, FromKernel, FromWidget } from "./messages";

type Listener = (content: FromKernel | FileLetter, buffers: readonly DataView<ArrayBuffer>[]) => void;

describe("the line between page and kernel", () => {
  const listeners = new Set<Listener>();
  const sent: unknown[][] = [];
  const model = {
    on: (_: string, listener: unknown) => void listeners.add(listener as Listener),
    off: (_: string, listener: unknown) => void listeners.delete(listener as Listener),
    send: (...words: unknown[]) => void sent.push(words),
  };
  const deliver: Listener = (content, buffers) => {
    for (const listener of listeners) listener(content, buffers);
  };
  let page: MessagePort;
  let received: FromWidget[];
  let end: () => void;

  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    page = port2;
    received = [];
    sent.length = 0;
    page.onmessage = ({ data }: MessageEvent<FromWidget>) => void received.push(data);
    const file = (name: string) => Promise.resolve({ url: `blob:${name}`, bytes: 3 });
    end = join(model, file, port1);
  });
  afterEach(() => {
    end();
    page.close();
  });

  it("forwards the requests of the kernel to the page, without files", async () => {
    deliver({ type: "file", name: "training_bg.wasm" }, [new DataView(new ArrayBuffer(9))]);
    // A part of a longer buffer.
    deliver({ type: "open", name: "graphs.jsonl", isLog: false, graph: 1, vertex: null }, [
      new DataView(Uint8Array.of(7, 8, 9).buffer, 1, 2),
    ]);
    deliver({ type: "train", request: 1, config: null }, []);
    await vi.waitFor(() => expect(received).toHaveLength(2));
    expect(received).toMatchObject([
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
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received).toEqual([{ type: "file", name: "training.js", url: "blob:training.js", bytes: 3 }]);
  });

  it("removes its listeners at its end", () => {
    end();
    expect(listeners.size).toBe(0);
  });
});
