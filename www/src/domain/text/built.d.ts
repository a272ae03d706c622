declare module "*/glossaryTerms.ts?built" {
  const terms: Readonly<Record<string, string>>;
  export default terms;
}
