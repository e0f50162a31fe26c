// Rewards of texts by their names: a function of Python or JavaScript, a judge, a model that `agon preferences` has fitted.

import { readFileSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { contentHash } from "../../core/checksum.ts";
import { messageOf, UserError } from "../../core/errors.ts";
import { decodeTextReward } from "../../feedback/preferences/reward-model.ts";
import type { KeyedTextReward } from "../../feedback/text-rewards/text-reward.ts";
import { checkFile } from "../../logs/user-file.ts";
import { asTexts, isJavaScriptName, javaScriptFunction } from "./javascript-function.ts";
import { judgeReward } from "./judge-reward.ts";
import type { PictureFiles } from "./picture-files.ts";
import { isPythonName, type PythonOptions, pythonFunction } from "./python-function.ts";

export interface TextRewardOptions extends Omit<PythonOptions, "columns"> {
  /** Money that models may cost. */
  readonly budget?: number | undefined;
  /** Pictures, where answers are paths of them; programs are given these. */
  readonly pictures?: PictureFiles | undefined;
}

/** Options as the command line has them by default. */
export const USUAL_REWARD_OPTIONS = { python: "python3", seconds: 60, memory: 4096 } as const;

const FILES = /^(judge|preferences):./;

/** Returns whether a text names a reward of texts, and not a column or a formula. */
export const isTextReward = (text: string): boolean => FILES.test(text) || isJavaScriptName(text) || isPythonName(text);

/**
 * A score as it is written in the folder `to` where it was written in `from`: paths of rewards are relative to the new folder, also of
 * rewards that a formula names in quotes. Columns and modules of Python stay.
 */
export function movedScore(text: string, from: string, to: string): string {
  if (resolve(from) === resolve(to)) return text;
  const moved = (id: string): string => {
    const [, prefix = "", path = "", name = ""] = /^(judge:|preferences:)?(.*?)(:[^:/\\]*)?$/s.exec(id) ?? [];
    const isFile = prefix !== "" || /\.(py|m?[jt]s)$/.test(path);
    if (!isFile || isAbsolute(path)) return id;
    const placed = relative(to, resolve(from, path));
    return `${prefix}${prefix !== "" || placed.startsWith(".") ? "" : "./"}${placed}${name}`;
  };
  if (isTextReward(text)) return moved(text);
  return text.replace(/"([^"]+)"/g, (quoted, id: string) => (isTextReward(id) ? `"${moved(id)}"` : quoted));
}

/** Opens the reward that a text names; `columns` are those that an answer has beside its texts. Throws a UserError where it is wrong. */
export async function openTextReward(
  id: string,
  { columns, ...options }: TextRewardOptions & { readonly columns: readonly string[] },
): Promise<KeyedTextReward> {
  if (options.pictures !== undefined && !isJavaScriptName(id)) {
    const what = `${id} is given texts, and the answers are pictures`;
    const hint = "a function of JavaScript is given pixels: ./pay.js; or write scores of your own into a column";
    throw new UserError({ code: "no-pixels", what, hint });
  }
  if (id.startsWith("judge:")) return judgeReward(id, { ...options, columns });
  if (id.startsWith("preferences:")) return fittedReward(id, options.directory);
  return isJavaScriptName(id)
    ? javaScriptFunction(id, { directory: options.directory, columns, pictures: options.pictures })
    : pythonFunction(id, { ...options, columns });
}

/** The reward of a file that `agon preferences FILE --out` has written. */
function fittedReward(id: string, directory: string): KeyedTextReward {
  const shown = id.slice(id.indexOf(":") + 1);
  const file = resolve(directory, shown);
  checkFile(file, { hint: "agon preferences FILE --out reward.safetensors writes one" });
  const bytes = readFileSync(file);
  try {
    const model = decodeTextReward(bytes);
    return {
      ...{ id, fields: [], readsMessages: false, keepsNone: true, version: contentHash([id, bytes]) },
      score: async (texts) => texts.map(asTexts).map(({ prompt, completion }) => model.reward(prompt, completion)),
      async close() {},
    };
  } catch (error) {
    throw new UserError({ code: "no-reward", what: `${shown} cannot be read: ${messageOf(error)}` });
  }
}
