// `agon check FILE.yaml`: checks an experiment completely and prints what it would compute, without computing a cell.

import { count } from "../evaluation/number-format.ts";
import { claimText } from "../lab/experiment/claims.ts";
import { readExperiment } from "../lab/experiment/experiment.ts";
import type { Flags } from "./commands.ts";
import { answer, print, style, table } from "./output.ts";
import { place } from "./place.ts";

/** Prints what the experiment would compute. Throws a UserError with every mistake of its file. */
export async function checkExperiment(file: string, flags: Flags<"check">): Promise<number> {
  const {
    title,
    stages = [],
    variants,
    seeds,
    episodes,
    claims = [],
  } = await readExperiment(file, { set: flags.set, ...place() });
  const said = claims.map((claim) => ({ name: claim.name, headline: claim.headline, text: claimText(claim) }));
  const cells = variants.length * seeds.length;
  const names = variants.map(({ name }) => name);
  const before = stages.map((stage) => stage.variants[0].name);
  answer(
    flags,
    { file, kind: "experiment", title, stages: before, variants: names, seeds, episodes, cells, claims: said },
    () => {
      print(
        `${style("bold", title)}: ${count(variants.length, "variant")} × ${count(seeds.length, "seed")}, ${count(cells, "cell")}`,
      );
      if (before.length > 0)
        print(`trained before: ${before.join(", ")}, ${count(before.length * seeds.length, "cell")}`);
      if (said.length > 0)
        print(
          "",
          table(
            ["claim", ""],
            said.map(({ name, text }) => [name, text]),
            2,
          ),
        );
    },
  );
  return 0;
}
