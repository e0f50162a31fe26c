// `agon vote`: a page on which people judge, blindly and in pairs, what players wrote to the same prompts.

import { createHash } from "node:crypto";
import { basename, join, resolve } from "node:path";
import { checked } from "../core/checked.ts";
import { judgedAnswers } from "../lab/judging/judged-answers.ts";
import { judgingSchema } from "../lab/judging/judging-question.ts";
import { openStore } from "../lab/store.ts";
import { ownColumns } from "./flags.ts";
import { type ServedFlags, served } from "./view.ts";

interface VoteFlags extends ServedFlags {
  readonly question?: string;
  readonly also?: readonly string[];
  readonly columns?: readonly string[];
}

/** Serves the page until Ctrl-C; votes lie in the store. */
export async function vote(file: string, flags: VoteFlags): Promise<number> {
  const { question, also, columns } = flags;
  const asked = checked(judgingSchema, {
    ...(question === undefined ? {} : { question }),
    ...(also === undefined ? {} : { also }),
  });
  const subject = await judgedAnswers({ file, columns: ownColumns("--columns", columns) }, asked);
  const store = openStore(flags.store);
  const votes = join(store, "votes", votesName(file));
  return served({ store, answers: { subject, votes } }, flags, { query: "vote=texts", facts: { votes } });
}

/** A name for the votes on a file: its own, and a hash of where it lies. */
function votesName(file: string): string {
  const place = createHash("sha256").update(resolve(file)).digest("hex").slice(0, 8);
  return `${basename(file).replace(/\..*$/, "")}-${place}.jsonl`;
}
