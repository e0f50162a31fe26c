// `agon weigh`: what other pays would have bought of what is wanted, from rollouts that exist.

import { existsSync } from "node:fs";
import { UserError } from "../core/errors.ts";
import { writeWhole, writing } from "../core/files.ts";
import { count } from "../evaluation/number-format.ts";
import { exampleFiles } from "../lab/examples/examples.ts";
import { openStore } from "../lab/store/store.ts";
import { keepWeighing } from "../lab/weigh/kept-weighings.ts";
import { movedPays, namedScore } from "../lab/weigh/pay-names.ts";
import type { PayPair } from "../lab/weigh/pay-pairs.ts";
import { drawPictures } from "../lab/weigh/sources/drawn-pictures.ts";
import { type ReadWeighing, readWeighFile, writeWeighFile } from "../lab/weigh/weigh-file.ts";
import { weighPage, weighPageData } from "../lab/weigh/weigh-page.ts";
import { type WeighRequest, weighedLog } from "../lab/weigh/weighed-log.ts";
import type { WeighedLog } from "../lab/weigh/weighing-data.ts";
import { isSettings } from "../logs/log-settings.ts";
import type { Flags } from "./commands.ts";
import { remark } from "./output.ts";
import { ownColumns } from "./place.ts";
import { computed, type WorkWatch } from "./progress.ts";
import { rewardFlags } from "./reward-flags.ts";
import { printWeighing } from "./weigh-figures.ts";

/** Exit code where `--fail-on falls` is given and a pay lowers the want. */
const FALLS = 3;

/** Prints the weighing of a log, or of a file that describes one. */
export async function weigh(file: string, flags: Flags<"weigh">): Promise<number> {
  const { save, page, keep, pairs } = flags;
  const { request, title, folder, draw, located } = requestOf(file, flags);
  // So that no log is written over.
  if (save !== undefined && !isSettings(save)) throw wrongEnding(save, "YAML", "--save", "weigh.yaml");
  if (page !== undefined && !/\.html?$/i.test(page)) throw wrongEnding(page, "HTML", "--page", "weigh.html");
  const way = { directory: process.cwd(), folder, store: flags.store, rewards: rewardFlags(flags), onNotice: remark };
  const drawnAndWeighed = async (watched: WorkWatch): Promise<WeighedLog> => {
    const into = request.file;
    const notes = draw && (await drawPictures(draw, { folder, into, budget: flags.budget, ...watched }));
    const weighed = weighedLog(request, { ...way, ...watched, ...(notes && { notes }), ...(pairs && { onPairs }) });
    return weighed.catch((error) => {
      // Before there are votes nothing can be weighed, and what was not drawn is known all the same.
      remark(...(notes ?? []));
      throw error;
    });
  };
  const onPairs = (all: readonly PayPair[]): void => {
    if (pairs === undefined) return;
    writing(pairs, () => writeWhole(pairs, all.map((one) => `${JSON.stringify(one)}\n`).join("")));
    remark(`wrote ${pairs}, ${count(all.length, "pair")}`);
  };
  if (pairs !== undefined && !/\.jsonl$/i.test(pairs)) throw wrongEnding(pairs, "JSON Lines", "--pairs", "pairs.jsonl");
  // A store that cannot be opened is a mistake before anything is computed.
  const store = keep ? openStore(flags.store) : undefined;
  let isFallen = false;
  const code = await computed(
    flags,
    async (watched) => {
      const weighed = await drawnAndWeighed(watched).catch((error) => {
        throw located(error);
      });
      isFallen = weighed.pays.some(({ course }) => course === "falls" || course === "turns");
      if (save !== undefined) {
        writeWeighFile(save, { title, request, folder, ...(draw && { draw }) });
        remark(`wrote ${save}; agon weigh ${save} repeats this`);
      }
      if (page !== undefined) {
        writing(page, () => writeWhole(page, weighPage(weighed, title)));
        remark(`wrote ${page}, a page for a browser`);
      }
      if (store !== undefined) {
        keepWeighing(store, weighPageData(weighed, title));
        remark(`kept in ${flags.store}; agon view lists it`);
      }
      return weighed;
    },
    printWeighing,
  );
  return code === 0 && isFallen && flags.failOn === "falls" ? FALLS : code;
}

const wrongEnding = (file: string, kind: string, where: string, example: string): UserError =>
  new UserError({ code: "ending", what: `${file} has no ending of ${kind}`, where, hint: `write ${where} ${example}` });

/** The request of a file, in which options count before what it says. */
function requestOf(file: string, flags: Flags<"weigh">): ReadWeighing {
  const { want, pay: pays, by, where, judge, attack, score, group, skipBadRows, joinBlanks } = flags;
  const isFile = isSettings(file);
  const example = isFile || existsSync(file) ? undefined : exampleFiles("weighing").get(file);
  const { request, ...read } =
    isFile || example !== undefined
      ? readWeighFile(example ?? file)
      : { request: { file }, title: undefined, folder: process.cwd(), located: (error: unknown) => error };
  // Paths of an option start from the working folder, those of a file from its own.
  const given = movedPays(
    {
      ...(want === undefined ? {} : { want }),
      ...(pays.length === 0 ? {} : { pays }),
      ...(judge === undefined ? {} : { judge }),
      ...(score.length === 0 ? {} : { scores: score.map(namedScore) }),
    },
    process.cwd(),
    read.folder,
  );
  const whole: WeighRequest = {
    want: "",
    pays: [],
    ...request,
    ...given,
    ...(by === undefined ? {} : { by }),
    ...(where === undefined ? {} : { where }),
    ...(attack === undefined ? {} : { attack }),
    ...(group === undefined ? {} : { groupSize: group }),
  };
  if (whole.want === "") {
    const hint = "say what is wanted, and what would be paid: --want gold --pay correct";
    throw new UserError({ code: "missing", what: "no want is named", hint });
  }
  const columns = { ...whole.columns, ...ownColumns("--columns", flags.columns, "prompt=question") };
  const places = whole.places && {
    want: want === undefined ? whole.places.want : "--want",
    pays: pays.length === 0 ? whole.places.pays : [],
  };
  const isOwn = by === undefined && where === undefined && flags.columns.length === 0;
  return {
    ...read,
    // What an option says stands in no line of the file.
    ...(isOwn ? {} : { located: (error: unknown) => error }),
    request: {
      ...whole,
      columns,
      skipBadRows: skipBadRows || whole.skipBadRows === true,
      joinBlanks: joinBlanks || whole.joinBlanks === true,
      ...(places && { places }),
    },
  };
}
