// The one door to jax-js, so that its pin and its quirks are in one place. Its functions consume their arguments: `.ref`
// keeps an array for another use, `dispose` gives it back; a forgotten array is never collected.

import "./prelude.ts";

export { grad, jit, jvp, lax, nn, numpy as np, valueAndGrad } from "@jax-js/jax";
