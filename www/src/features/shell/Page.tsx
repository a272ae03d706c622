import type { JSX } from "preact";
import { lazy, Suspense } from "preact/compat";
import { useSlice } from "../../app/context";
import { LearnPage } from "../learn/LearnPage";
import { DropZone } from "./DropZone";
import { Header } from "./Header";
import { Notices } from "./Notices";

// Not every visitor goes there.
const InspectPage = lazy(() => import("../inspect/InspectPage").then((module) => module.InspectPage));

/** `whole`: files may be dropped anywhere in the window. */
export function Page({ whole }: { whole: boolean }): JSX.Element {
  const page = useSlice(({ view }) => view.page);
  const skip = (): void => {
    const main = document.querySelector<HTMLElement>("main");
    main?.setAttribute("tabindex", "-1");
    main?.focus();
  };
  return (
    <>
      {whole && (
        <button type="button" class="button primary skip" onClick={skip}>
          Skip to the content
        </button>
      )}
      <Header />
      <Suspense fallback={<main />}>{page === "learn" ? <LearnPage /> : <InspectPage />}</Suspense>
      <Notices />
      {whole && <DropZone />}
    </>
  );
}
