import { controller } from "../state/app";

/** Asks for a file and loads it. */
export function openFile(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".zip";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void controller.load({ type: "file", name: file.name, blob: file });
  });
  input.click();
}
