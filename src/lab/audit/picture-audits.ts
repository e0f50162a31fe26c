// Audits of rewards of pictures, which are functions of JavaScript, on a folder or a table of pictures.

import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { nameOf, type PictureScore, pictureAudit } from "../../evaluation/audits/picture-audit.ts";
import type { RewardAudit } from "../../evaluation/audits/reward-audit.ts";
import { pictureChannels, type SeenPicture } from "../../feedback/pictures/picture-channels.ts";
import { isTextReward, openTextReward, USUAL_REWARD_OPTIONS } from "../text-rewards/named-reward.ts";
import { eachPicture, type PictureRow, pictureTable } from "../weigh/sources/picture-rows.ts";
import type { TextAuditsOptions } from "./text-audits.ts";

/** Pictures that are changed, at most: each is scored once for each change. */
const MOST_PICTURES = 128;

/** Whether data of an audit are pictures. */
export const arePictures = ({ data, columns, directory }: TextAuditsOptions): boolean =>
  data !== undefined && pictureTable(resolve(directory, data), data, columns) !== undefined;

/** Audits rewards one after the other. Throws a UserError where the table or a reward cannot be read. */
export async function pictureAudits(names: readonly string[], options: TextAuditsOptions): Promise<RewardAudit[]> {
  const { data = "", columns, directory, want, seed, signal, onNotice, onFinding } = options;
  if (want !== undefined && !isTextReward(want)) {
    const what = `the column ${want} says nothing of a picture that is changed`;
    const hint = `--want ./want.js, a program; or agon weigh ${data} --want ${want} --pay ${names[0]}`;
    throw new UserError({ code: "no-want", what, where: "--want", hint });
  }
  const table = pictureTable(resolve(directory, data), data, columns);
  if (table === undefined) throw new Error(`${data} holds no pictures`);
  const rows: PictureRow[] = [];
  const { files, notes } = await eachPicture(table, columns, directory, (row) => {
    rows.push(row);
  });
  for (const note of notes) onNotice?.(note);
  const random = Random.of(seed, "audit", "pictures");
  const drawn = rows.map((row) => ({ row, at: random.uniform() })).sort((a, b) => a.at - b.at);
  const kept = drawn.slice(0, MOST_PICTURES).map(({ row }) => row);
  const valuesOf = new Map(kept.map((row) => [row.file, row.values]));
  const pictures = kept.map(({ file, prompt }) => ({ file, prompt, frames: files.picture(file).frames }));
  /** Pictures that are being scored, by their names; a changed one is called by its file and the change. */
  const shown = new Map<string, SeenPicture>();
  const shelf = {
    version: files.version,
    picture: (file: string): SeenPicture => shown.get(file) ?? files.picture(file),
  };
  const opened = async (id: string): Promise<PictureScore> => {
    const fields = Object.keys(rows[0].values);
    const settings = { ...USUAL_REWARD_OPTIONS, ...options.rewards, directory, onNotice, columns: fields };
    const reward = await openTextReward(id, { ...settings, pictures: shelf });
    return (asked) => {
      shown.clear();
      for (const one of asked) shown.set(nameOf(one), { file: nameOf(one), ...one.frames[0], frames: one.frames });
      const texts = asked.map((one) => ({
        ...{ prompt: one.prompt, completion: nameOf(one) },
        // What is measured is that of the picture as it is now.
        fields: { ...valuesOf.get(one.file), ...pictureChannels(one) },
      }));
      return reward.score(texts, signal);
    };
  };
  const wanted = want === undefined ? undefined : await opened(want);
  const audits: RewardAudit[] = [];
  for (const target of names) {
    const audit = await pictureAudit({
      ...{ target, pictures, want: wanted, seed, signal },
      pay: await opened(target),
      onFinding: (finding) => onFinding?.(target, finding),
    });
    audits.push(audit);
  }
  return audits;
}
