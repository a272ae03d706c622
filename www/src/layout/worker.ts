/// <reference lib="webworker" />
import { layoutAnswers } from "./answers";
import type { LayoutRequest } from "./answers";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = layoutAnswers((reply) => scope.postMessage(reply, [reply.positions.buffer]));
scope.onmessage = ({ data }: MessageEvent<LayoutRequest>) => void answer(data);
