// Runs before the first paint, so that the page never flashes in the wrong theme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("sublevel:theme");
  } catch {
    // Storage may be forbidden; the system's preference decides then.
  }
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
