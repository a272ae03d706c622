import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAct, useApp, useOwnId } from "../../../../ui/context";
import { writeClipboard } from "../../../../ui/clipboard";
import { saveFile } from "../../../../ui/files/disk";
import { Popover } from "../../../../ui/Popover";
import { formatCount, messageOf, sentence } from "../../../../domain/text/format";
import { addressWith, linkToLesson } from "../../../../services/link/address";
import { embedCode } from "../../../../services/link/embedCode";
import type { Draft } from "../../../../store/lesson";
import { MenuItem } from "../../editor/MenuItem";
import { loadCourse } from "../lessons";
import { openLesson } from "../openLesson";
import { finished, replaced } from "./draft";
import { freshDraft } from "./openMaker";

interface ShareRowProps {
  readonly draft: Draft;
  /** Why students cannot get the lesson yet; null: they can. */
  readonly problem: string | null;
  readonly onDraft: (draft: Draft) => void;
}

const TOO_LONG = "The lesson is too long for a link. Save the file and pass it on.";
const ONLY_HERE = "It opens only on this computer: pass on the file.";

/** Students’ view, link, file and embed code of the lesson. */
export function ShareRow({ draft, problem, onDraft }: ShareRowProps): JSX.Element {
  const app = useApp();
  const act = useAct();
  const status = useOwnId();
  const { lesson } = draft;
  const done = useMemo(() => {
    if (problem !== null) return problem;
    try {
      return finished(lesson);
    } catch (error) {
      return sentence(messageOf(error));
    }
  }, [lesson, problem]);
  /** What the last button did, until the lesson changes. */
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => setSaid(null), [lesson]);
  // The questions of the students’ view.
  useEffect(() => void loadCourse(), []);

  const packed = typeof done === "string" ? null : linkToLesson(done.lesson);
  const link = packed === null ? null : new URL(addressWith(location, packed), location.href).href;
  const see = async (): Promise<void> => {
    if (typeof done === "string") return;
    await loadCourse();
    act({ type: "own-lesson", lesson: done.lesson });
    act({ type: "view", change: { lesson: { lesson: done.lesson.id, card: draft.card } } });
  };
  const copy = (what: string, text: string): void =>
    void writeClipboard(text).then(
      () => setSaid(`${what} copied.`),
      (error: unknown) => setSaid(`${sentence(messageOf(error))} The file works everywhere.`),
    );
  const save = (): void => {
    if (typeof done === "string") return;
    const name = `${done.lesson.id.replace(/-[^-]*$/, "")}.json`;
    saveFile(name, new Blob([done.file], { type: "application/json" }));
    setSaid(`${name} saved.`);
  };
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const size = link === null ? TOO_LONG : `Ready: a link of ${formatCount(link.length)} characters.`;
  const ready = isLocal && link !== null ? `${size} ${ONLY_HERE}` : size;
  const cannot = typeof done === "string";
  return (
    <footer class="lesson-foot maker-foot">
      <p id={status} class={cannot ? "maker-problem" : ""} role="status">
        {cannot ? done : said === null ? ready : `${said} ${ready.replace("Ready: a", "A")}`}
      </p>
      <div class="lesson-buttons">
        <button
          type="button"
          class="button"
          aria-disabled={cannot}
          aria-describedby={status}
          onClick={() => void see()}
        >
          See it as a student
        </button>
        <button
          type="button"
          class="button primary"
          aria-disabled={link === null}
          aria-describedby={status}
          onClick={() => link !== null && copy("Link", link)}
        >
          Copy link
        </button>
        <Popover button="More" buttonClass="button" label="More ways to pass it on">
          <h2 class="popover-title">This lesson</h2>
          <ul class="editor-menu">
            {!cannot && <MenuItem title="Save file" text="to keep it, or to send it" onChoose={save} />}
            {packed !== null && (
              <MenuItem
                title="Copy embed code"
                text="for slides and course pages"
                onChoose={() => copy("Embed code", embedCode(location, packed))}
              />
            )}
            <MenuItem title="Open a lesson file…" text="to see or edit it" onChoose={() => openLesson(app)} />
            <MenuItem
              title="Start another lesson"
              text="Undo goes back"
              onChoose={() => onDraft(replaced(draft, freshDraft(app)))}
            />
          </ul>
        </Popover>
      </div>
    </footer>
  );
}
