// What `viridis.ts` works out when the page is built.
declare module "*/viridis.ts?built" {
  const viridis: { readonly palette: readonly string[]; readonly stops: readonly string[] };
  export default viridis;
}
