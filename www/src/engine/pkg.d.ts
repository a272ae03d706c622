// Stands in for the topology module where `pkg/` has not been built yet (type checks, unit tests); its types are in
// `topologyModule.ts` either way.
declare module "*/pkg/topology.js";
