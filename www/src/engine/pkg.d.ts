// Stands in for the WebAssembly modules where `pkg/` has not been built yet (type checks, unit tests); their types are
// in `module.ts` and `topologyModule.ts` either way.
declare module "*/pkg/sublevel.js";
declare module "*/pkg/topology.js";
