// The values that `viridis.ts` and `diverging.ts` compute at build time.
declare module "*/viridis.ts?built" {
  const viridis: { readonly palette: readonly string[]; readonly stops: readonly string[] };
  export default viridis;
}
declare module "*/diverging.ts?built" {
  const diverging: { readonly palette: readonly string[]; readonly stops: readonly string[] };
  export default diverging;
}
