/** Property tests use a fixed seed, or FAST_CHECK_SEED. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["FAST_CHECK_SEED"] ?? 1) });
