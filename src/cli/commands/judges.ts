// Feedback and judges: votes of people, what comparisons of texts reward, and judges held against labels.

import type { Declarations } from "../declaration.ts";
import { many, text, usually, whole } from "../flag.ts";
import { address, answersAt, columns, pages, seedOf, set, skipBadRows, storeFor, where } from "../shared-flags.ts";

export const judges = {
  "vote <run-or-file>": {
    about:
      "a page on which people judge a run's episodes, or texts, in pairs without names, until Ctrl-C; a file has player, prompt and text. `agon rate` reads the votes, and a reward is learnt from those on a run",
    example: `agon vote lava\n  agon vote examples/votes/explanations.csv --also "Is it right?"`,
    flags: {
      question: text("<text>", "what a judge is asked (default: which is better, or what the experiment asks)"),
      also: many("<text>", "a further question, answered by left, right, both or neither; may be repeated"),
      columns: columns("player=model"),
      store: storeFor("folder of results, which keeps the votes"),
      ...pages,
    },
    json: `${address}, the file of votes, and the run`,
  },
  "preferences <file>": {
    about:
      "what a file of comparisons of texts rewards: length, format, tone, words; careless annotators, rings, what more would tell",
    example: "agon preferences examples/preferences/answers.jsonl",
    flags: {
      columns: columns("chosen=better"),
      where,
      seed: seedOf("seed by which prompts are held back"),
      most: usually(500_000, whole("comparisons that are looked at, at most; of more those on drawn prompts", 1)),
      out: text("<file>", "write a reward for texts, fitted to all comparisons, as safetensors"),
      model: usually(
        "all",
        text(
          "<id>",
          "the model of that reward: length, style, words, all, network, ensemble, or transformer, which is fitted only then",
        ),
      ),
      skipBadRows,
    },
  },
  "reward <file>": {
    about:
      "a fitted reward answers over HTTP, for trainers, until Ctrl-C; FILE is what `agon preferences --out` has written",
    example: "agon reward reward.safetensors --port 8000",
    flags: answersAt,
    json: address,
  },
  "judge <file>": {
    about:
      "hold a judge of texts against labels: a rubric, a program or a language model; right, biased, swayed, sure, consistent",
    example: "agon judge examples/preferences/long-winded.yaml",
    flags: { set: set("a part of the file, may be repeated: most=100, judge.model=qwen3") },
  },
} as const satisfies Declarations;
