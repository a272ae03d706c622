declare module "*/glossaryTerms.ts?built" {
  const terms: Readonly<Record<string, string>>;
  export default terms;
}

declare module "*/glossaryNames.ts?built" {
  const names: readonly string[];
  export default names;
}
