// `agon reward`: a reward that `agon preferences --out` has fitted answers over HTTP, until Ctrl-C.

import { readFileSync } from "node:fs";
import { messageOf, UserError } from "../core/errors.ts";
import { decodeTextReward } from "../feedback/preferences/reward-model.ts";
import type { TextReward } from "../feedback/preferences/text-reward.ts";
import { checkFile } from "../logs/user-file.ts";
import { openReward } from "../server/reward.ts";
import type { JsonFlag } from "./flags.ts";
import { note, print, printJson } from "./output.ts";

interface RewardFlags extends JsonFlag {
  readonly host?: string;
  readonly port?: number;
}

/** Serves a reward. */
export async function reward(file: string, flags: RewardFlags): Promise<number> {
  const { json, ...options } = flags;
  const served = await openReward({ ...options, reward: rewardIn(file) });
  if (json === true) printJson({ url: served.url });
  else {
    print(served.url);
    note(
      `POST ${served.url}/reward with {"prompts": […], "completions": […]} answers {"rewards": […]}; Ctrl-C ends it`,
    );
  }
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
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
