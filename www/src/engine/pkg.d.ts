// Replaces the topology module if `pkg/` is not built yet (type checks, unit tests); its types are always in
// `topologyModule.ts`.
declare module "*/pkg/topology.js";
