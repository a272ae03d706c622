/// <reference lib="webworker" />
// Reads one file. The page terminates the worker, which frees its memory.

import { messageOf } from "../../domain/text/format";
import { loadTopology } from "../../engine/loadTopology";
import { replyTo } from "./readers";
import type { Reading, ReadingReply } from "./readers";

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = ({ data }: MessageEvent<Reading>) => {
  const tell = (reply: ReadingReply): void => scope.postMessage(reply);
  loadTopology().then(
    (topology) => tell(replyTo(topology, data)),
    (error: unknown) => tell({ failed: { message: messageOf(error) } }),
  );
};
