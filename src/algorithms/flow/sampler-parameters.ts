// The noise of a stochastic sampler, as a user sets it.

import { oneOf, positive } from "../../core/parameters.ts";
import type { Diffusion } from "./samplers.ts";

export const diffusionFields = {
  diffusion: oneOf(["rising", "constant"], "rising").describe(
    "noise of the sampler: a·√(t/(1 − t)), as in Flow-GRPO, or the same at all times, as in DanceGRPO",
  ),
  level: positive(100, 0.7).describe("a of rising noise, or the constant"),
};

export const diffusionOf = (p: { readonly diffusion: "rising" | "constant"; readonly level: number }): Diffusion =>
  p.diffusion === "rising" ? { kind: "rising", a: p.level } : { kind: "constant", eta: p.level };
