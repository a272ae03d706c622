/** The version of the crate, as Cargo.toml has it; `vite.config.ts` puts it in. */
declare const SUBLEVEL_VERSION: string;
