// Checks experiments that pages edit, on a thread: a world may take long to read a log or to load.

import { setTimeout } from "node:timers/promises";
import { UserError } from "../core/errors.ts";
import type { Engine, ThreadJob } from "../lab/run/engine.ts";
import { jobPool } from "../lab/run/jobs.ts";
import { checkedDraft, type Draft, namedThing } from "../lab/view/draft.ts";
import type { DraftCheck, NamedKind, NamedThing } from "../lab/view/draft-data.ts";

/** A name in a draft, in `directory`. */
interface Naming {
  readonly directory: string;
  readonly kind: NamedKind;
  readonly name: string;
}

export const checkDraft = checkedDraft;
export const findNamed = ({ directory, kind, name }: Naming): Promise<NamedThing | null> =>
  namedThing(directory, kind, name);

const checking: ThreadJob<Draft, DraftCheck> = { module: import.meta.url, name: "checkDraft", compute: checkDraft };
const naming: ThreadJob<Naming, NamedThing | null> = {
  module: import.meta.url,
  name: "findNamed",
  compute: findNamed,
};

/** Checks of drafts. Each throws a UserError where too many are waiting, or where it takes too long. */
export interface Drafts {
  check(draft: Draft): Promise<DraftCheck>;
  named(naming: Naming): Promise<NamedThing | null>;
  close(): Promise<void>;
}

/** Maximum number of waiting requests, and maximum milliseconds of one: reading a log of millions of rows takes long the first time. */
const MOST_WAITING = 8;
const LONGEST = 120_000;

export function drafts(): Drafts {
  let pool = jobPool(1);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Uses a new thread from now on, and ends the present one once its check is over: a thread that reads a log cannot be interrupted. */
  const renew = (over: Promise<unknown>): void => {
    const before = pool;
    pool = jobPool(1);
    void over.then(before.close, before.close);
  };
  const inTurn = <I, O>(job: ThreadJob<I, O>, input: I, namesFiles: boolean): Promise<O> => {
    if (waiting >= MOST_WAITING) {
      const what = "too many experiments are being checked";
      throw new UserError({ code: "too-many-checks", what, hint: "wait for a moment" });
    }
    waiting += 1;
    const result = last.then(() => {
      const output = computed(pool, job, input);
      return Promise.race([output, late(output, renew)]).finally(() => {
        // A thread that has loaded a user's file would not notice an edit of it.
        if (namesFiles) renew(output);
      });
    });
    last = result
      .catch(() => {})
      .finally(() => {
        waiting -= 1;
      });
    return result;
  };
  return {
    check: async (draft) => inTurn(checking, draft, OWN_FILES.test(draft.text)),
    named: async (request) => inTurn(naming, request, OWN_FILES.test(request.name)),
    async close() {
      await last;
      await pool.close();
    },
  };
}

const OWN_FILES = /\.[mc]?[jt]s\b/;

const NEVER = new AbortController().signal;

async function computed<I, O>(pool: Engine, job: ThreadJob<I, O>, input: I): Promise<O> {
  const outputs: O[] = [];
  await pool.run(job, [{ inputs: [input], lanes: 1 }], {
    name: () => "a check of an experiment",
    signal: NEVER,
    done: (output) => outputs.push(output),
  });
  return outputs[0];
}

/** Throws a UserError where an output takes too long, and replaces the thread. */
async function late(output: Promise<unknown>, giveUp: (over: Promise<unknown>) => void): Promise<never> {
  const isOver = new AbortController();
  output.then(
    () => isOver.abort(),
    () => isOver.abort(),
  );
  await setTimeout(LONGEST, undefined, { signal: isOver.signal, ref: false });
  giveUp(output);
  const what = `the experiment cannot be checked in ${LONGEST / 1000} s`;
  throw new UserError({ code: "slow-check", what, hint: "agon run tells in a terminal how far it is" });
}
