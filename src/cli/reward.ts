// `agon reward`: serves a reward that `agon preferences --out` has fitted over HTTP, until Ctrl-C.

import { readFileSync } from "node:fs";
import { messageOf, UserError } from "../core/errors.ts";
import { decodeTextReward } from "../feedback/preferences/reward-model.ts";
import type { TextReward } from "../feedback/preferences/text-reward.ts";
import { checkFile } from "../logs/user-file.ts";
import { openReward } from "../server/reward.ts";
import type { Flags } from "./commands.ts";
import { answer, note, print } from "./output.ts";
import { untilStopped } from "./progress.ts";

export async function reward(file: string, { json, ...options }: Flags<"reward">): Promise<number> {
  const served = await openReward({ ...options, reward: rewardIn(file) });
  answer({ json }, { url: served.url }, ({ url }) => {
    print(url);
    note(`POST ${url}/reward with {"prompts": […], "completions": […]} answers {"rewards": […]}; Ctrl-C ends it`);
  });
  await untilStopped();
  await served.close();
  return 0;
}

function rewardIn(file: string): TextReward {
  checkFile(file, { hint: "agon preferences FILE --out reward.safetensors writes one" });
  try {
    return decodeTextReward(readFileSync(file));
  } catch (error) {
    throw new UserError({ code: "no-reward", what: `${file} cannot be read: ${messageOf(error)}` });
  }
}
