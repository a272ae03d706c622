// The command lines of the two browsers that the tests use.

export const QUIET = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const FLAGS = {
  /** No adapter: the page has to use the CPU. */
  cpu: ["--disable-gpu"],
  /** WebGPU, emulated on the CPU. */
  gpu: ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
};
