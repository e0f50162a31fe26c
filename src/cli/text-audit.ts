// `agon audit ./reward.py:score --data FILE`: whether rewards of texts pay for what is not wanted.

import { UserError } from "../core/errors.ts";
import { writeWhole, writing } from "../core/files.ts";
import { arePictures, pictureAudits } from "../lab/audit/picture-audits.ts";
import { checkTextNames, type TextAuditsOptions, textAudits } from "../lab/audit/text-audits.ts";
import { checkFix } from "../lab/audit/text-fixes.ts";
import { attackLines } from "../lab/audit/text-rows.ts";
import type { Flags } from "./commands.ts";
import { remark } from "./output.ts";
import { ownColumns } from "./place.ts";
import { showAudits, TRIES } from "./reward-audit.ts";
import { rewardFlags } from "./reward-flags.ts";

/** Audits rewards of texts, and writes the texts that were found where `--rows` names a file. */
export async function auditTexts(names: readonly string[], flags: Flags<"audit">): Promise<number> {
  const { data, want, finds, chat, tries = TRIES, planted, seed, rows: file, fix } = flags;
  checkTextNames(names, flags);
  if (fix !== undefined) checkFix(names, fix, process.cwd());
  const attacker = attackerIn(flags);
  const columns = ownColumns("--columns", flags.columns, "prompt=question");
  return showAudits(async (watch) => {
    const options = {
      ...{ data, columns, want, finds, attacker, isChat: chat, fix, tries, planted, seed },
      ...{ rewards: rewardFlags(flags), directory: process.cwd(), onNotice: remark, ...watch },
    };
    if (arePictures(options)) return auditPictures(names, options, file);
    const { audits, rows } = await textAudits(names, options);
    if (file !== undefined)
      writing(file, () => writeWhole(file, attackLines(rows)), "name another file: --rows found.jsonl");
    return audits;
  }, flags);
}

/** The model that attacks, by flags. Throws a UserError where flags describe one and none is named. */
function attackerIn(flags: Flags<"audit">): TextAuditsOptions["attacker"] {
  const { attacker, attackerModel: model, attackerRecord: record, attackerSource } = flags;
  if (attacker !== undefined) return { at: attacker, model, record, isBlind: !attackerSource };
  const given = model !== undefined ? "--attacker-model" : record !== undefined ? "--attacker-record" : undefined;
  if (given === undefined) return undefined;
  const what = `${given} says nothing here: no model attacks`;
  throw new UserError({ code: "needless-flag", what, hint: "add --attacker http://localhost:8000/v1" });
}

function auditPictures(names: readonly string[], options: TextAuditsOptions, rows: string | undefined) {
  const given =
    rows !== undefined
      ? "--rows"
      : options.finds !== undefined
        ? "--finds"
        : options.attacker !== undefined
          ? "--attacker"
          : undefined;
  if (given === undefined) return pictureAudits(names, options);
  const what = `${given} says nothing here: ${options.data} holds pictures`;
  throw new UserError({ code: "needless-flag", what, hint: "leave it out" });
}
