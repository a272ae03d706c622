import { addressWith } from "./address";

/** HTML of a frame with the page at an address, without its header and tools. */
export function embedCode(page: Pick<Location, "href" | "pathname" | "search">, link: string): string {
  const address = new URL(
    addressWith({ pathname: page.pathname, search: "?embed=1&hide=tools" }, link),
    page.href,
  ).href;
  const escaped = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${escaped}" title="Sublevel" width="900" height="600" allow="fullscreen"></iframe>`;
}
