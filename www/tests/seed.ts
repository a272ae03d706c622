/** Property tests draw the same cases every time, or those of FAST_CHECK_SEED. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["FAST_CHECK_SEED"] ?? 1) });
