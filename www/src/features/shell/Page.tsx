import type { ComponentType, JSX } from "preact";
import { useSlice } from "../context";
import { lazily } from "./lazily";
import type { PageId } from "../../store/state";
import { LearnPage } from "../learn/LearnPage";
import { DropZone } from "./DropZone";
import { Header } from "./Header";
import { Notices } from "./Notices";

// Not every visitor opens it.
const InspectPage = lazily(
  () => import("../inspect/InspectPage").then((module) => module.InspectPage),
  <main />,
);
const ModelPage = lazily(() => import("../model/ModelPage").then((module) => module.ModelPage), <main />);

const SeparatePage = lazily(
  () => import("../separate/SeparatePage").then((module) => module.SeparatePage),
  <main />,
);

const PAGES: Readonly<Record<PageId, ComponentType>> = {
  learn: LearnPage,
  inspect: InspectPage,
  model: ModelPage,
  separate: SeparatePage,
};

/** `whole`: files may be dropped anywhere in the window. */
export function Page({ whole }: { whole: boolean }): JSX.Element {
  const page = useSlice(({ view }) => view.page);
  const Content = PAGES[page];
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
      <Content />
      <Notices />
      {whole && <DropZone />}
    </>
  );
}
