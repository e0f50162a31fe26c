// The only import of jax-js, which keeps its pinned version and its workarounds in one place. Its functions consume their arguments: `.ref`
// keeps an array for another use, `dispose` releases it; arrays are not garbage-collected.

import "./prelude.ts";

export { grad, jit, jvp, lax, nn, numpy as np, valueAndGrad } from "@jax-js/jax";
