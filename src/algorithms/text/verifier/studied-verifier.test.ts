// A verifier at its study.

import { expect, test } from "vitest";
import { Random } from "../../../core/random.ts";
import { ALPHABET } from "../../../environments/language/alphabet.ts";
import { verifierStudy } from "./studied-verifier.ts";
import { verifier } from "./verifier.ts";

test("a study that is gone on with by its state ends as one without a stop", () => {
  const texts = ["12$", "21$", "#1$", "(12)$"].map((completion) => ({
    reference: "12",
    completion,
    right: completion.includes("12"),
  }));
  const options = { steps: 6, batch: 4, rate: 1e-2 };
  const trained = (stop: number) => {
    const judge = verifier(ALPHABET, { width: 8, layers: 1, heads: 1, longest: 10, bound: 4 });
    judge.model.initialise(judge.parameters, Random.of(1, "verifier"));
    let study = verifierStudy(judge, texts, options, Random.of(3));
    for (let step = 0; step < options.steps; step++) {
      if (step === stop) {
        const state = study.state.slice();
        study.close();
        study = verifierStudy(judge, texts, options, Random.of(3));
        study.state.set(state);
      }
      expect(study.step().loss).toBeGreaterThan(0);
    }
    study.close();
    judge.close();
    return judge.parameters.flat;
  };
  expect(trained(3)).toEqual(trained(-1));
});
