import type { ComponentType, JSX } from "preact";
import { useSlice } from "../ui/context";
import { lazily } from "../ui/lazily";
import type { PageId } from "../store/state";
import { LearnPage } from "../pages/learn/LearnPage";
import { PointsPanel } from "../pages/learn/points/lazyPoints";
import { DropZone } from "./DropZone";
import { Header } from "./Header";
import { Notices } from "./Notices";

// Not every visitor opens it.
const InspectPage = lazily(
  () => import("../pages/inspect/InspectPage").then((module) => module.InspectPage),
  <main />,
);
const ModelPage = lazily(
  () => import("../pages/model/ModelPage").then((module) => module.ModelPage),
  <main />,
);

const SeparatePage = lazily(
  () => import("../pages/separate/SeparatePage").then((module) => module.SeparatePage),
  <main />,
);

const PAGES: Readonly<Record<PageId, ComponentType>> = {
  learn: LearnPage,
  inspect: () => <InspectPage Points={PointsPanel} />,
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
