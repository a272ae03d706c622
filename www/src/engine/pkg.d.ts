// Stands in for the engine where `pkg/` has not been built yet (type checks, unit tests); its types are in
// `module.ts` either way.
declare module "*/pkg/sublevel.js";
