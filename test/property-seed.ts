// Property tests draw the same inputs on every run, so that a red build is a changed program and never bad luck.
// FUZZ_SEED=123 npx vitest run … looks elsewhere.

import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_240_607) });
