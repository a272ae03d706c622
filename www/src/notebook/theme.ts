// Light or dark, as the notebook around the page is.

/** The theme of JupyterLab, VS Code or Colab; elsewhere that of the system. */
function themeOfHost(): "light" | "dark" {
  const { body, documentElement } = document;
  const { jpThemeLight } = body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "true" ? "light" : "dark";
  const { vscodeThemeKind } = body.dataset;
  if (vscodeThemeKind !== undefined) return vscodeThemeKind.endsWith("light") ? "light" : "dark";
  const colab = documentElement.getAttribute("theme");
  if (colab !== null) return colab === "dark" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls `listener` now and whenever the theme changes; returns a function that ends it. */
export function followHost(listener: (theme: "light" | "dark") => void): () => void {
  let known: "light" | "dark" | null = null;
  const look = (): void => {
    const theme = themeOfHost();
    if (theme === known) return;
    known = theme;
    listener(theme);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { attributes: true });
  observer.observe(document.documentElement, { attributes: true });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", look);
  look();
  return () => {
    observer.disconnect();
    system.removeEventListener("change", look);
  };
}
