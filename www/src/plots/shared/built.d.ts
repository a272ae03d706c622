// What `viridis.ts` and `diverging.ts` work out when the page is built.
declare module "*/viridis.ts?built" {
  const viridis: { readonly palette: readonly string[]; readonly stops: readonly string[] };
  export default viridis;
}
declare module "*/diverging.ts?built" {
  const diverging: { readonly palette: readonly string[]; readonly stops: readonly string[] };
  export default diverging;
}
