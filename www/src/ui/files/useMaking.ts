import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { messageOf } from "../../domain/text/format";
import type { ActionSource } from "../../store/actions";
import { saveFile } from "./disk";

interface MadeFile {
  readonly name: string;
  readonly file: Blob;
}

export interface Making {
  /** Finished share of the file, in [0, 1]; null: no file is in progress. */
  readonly share: number | null;
  /** The outcome of the last file, for screen readers. */
  readonly message: string;
  readonly begin: () => Promise<void>;
  readonly end: () => void;
}

interface MakingWords {
  readonly saved: (name: string) => string;
  readonly givenUp: string;
  readonly failed: string;
  readonly source: ActionSource;
}

/** Makes a file over some time, then saves it. The user can cancel it, and unmounting cancels it. */
export function useMaking(
  make: (onShare: (share: number) => void, signal: AbortSignal) => Promise<MadeFile | null>,
  { saved, givenUp, failed, source }: MakingWords,
): Making {
  const { store } = useApp();
  const [share, setShare] = useState<number | null>(null);
  const [message, setMessage] = useState("");
  const making = useRef<AbortController | null>(null);
  useEffect(() => () => making.current?.abort(), []);

  const begin = async (): Promise<void> => {
    const abort = new AbortController();
    making.current = abort;
    setShare(0);
    setMessage("");
    try {
      const made = await make(setShare, abort.signal);
      if (abort.signal.aborted || !made) return;
      saveFile(made.name, made.file);
      setMessage(saved(made.name));
    } catch (error) {
      if (abort.signal.aborted) return;
      const notice = { kind: "error", title: failed, detail: messageOf(error) } as const;
      store.dispatch({ type: "notify", notice, source });
    } finally {
      if (making.current === abort) {
        making.current = null;
        setShare(null);
      }
    }
  };
  const end = (): void => {
    making.current?.abort();
    making.current = null;
    setShare(null);
    setMessage(givenUp);
  };
  return { share, message, begin, end };
}
