// Texts that exist: answers of the data, with labels or without, and finds of other tools. They are weighed as the audit's own.

import { FORMS } from "./attack-data.ts";
import type { AuditedTask } from "./audited-task.ts";
import type { CountedReward } from "./counted-reward.ts";
import { givesGold } from "./exact-values.ts";
import { faultOf } from "./faults.ts";
import type { Recipe } from "./recipe.ts";
import type { Reference } from "./reference.ts";
import type { Said } from "./said.ts";
import type { Hit } from "./search.ts";

export interface KnownText {
  readonly prompt: string;
  readonly completion: string;
  readonly name: string;
  /** What a label says of it; null without one. */
  readonly want: 0 | 1 | null;
  /** Whether it is an answer of the data, by which the base rate is counted. */
  readonly isOwn: boolean;
}

/** The first hit of each name among known texts. */
export async function knownHits(
  known: readonly KnownText[],
  tasks: readonly AuditedTask[],
  reference: Reference,
  scorer: CountedReward,
): Promise<Hit[]> {
  const hits = new Map<string, Hit>();
  const names = new Set(known.map(({ name }) => name));
  for (const name of names) {
    const texts = known.filter((one) => one.name === name);
    /** Of several texts of a prompt, the first that shows a fault. */
    const showing = new Map<string, string>();
    const said = saidByKnown(name, texts, showing);
    const recipe: Recipe = { form: FORMS[0], said, touches: [] };
    for (const one of texts) {
      const task = tasks.find(({ prompt }) => prompt === one.prompt);
      if (task === undefined) continue;
      const made = one.want ?? byGold(one, task);
      const [scores] = await scorer.of([{ task, text: one.completion, made }]);
      const fault = faultOf(scores, reference.tasks[task.index], recipe, reference.range);
      // A right answer may well be paid more than another one.
      if (fault === undefined || (fault === "over-payment" && said.want === 1)) continue;
      if (!showing.has(one.prompt)) showing.set(one.prompt, one.completion);
      if (hits.has(`${fault} ${name}`)) continue;
      hits.set(`${fault} ${name}`, { recipe, name, task, text: one.completion, scores, fault });
    }
  }
  return [...hits.values()];
}

/** What is wanted of a text by the right answer; of a find that cannot be read as one answer, nothing, as its tool says. */
const byGold = ({ completion, isOwn }: KnownText, { gold = "", kind }: AuditedTask): 0 | 1 | null => {
  if (kind === "none") return null;
  const isRight = givesGold(completion, gold, kind);
  if (isRight === null) return isOwn ? null : 0;
  return isRight ? 1 : 0;
};

/** Known texts of one name as what a recipe says: of several of a prompt the one in `showing`, or the first. */
function saidByKnown(name: string, known: readonly KnownText[], showing: ReadonlyMap<string, string>): Said {
  const isRight = known.every((one) => one.want === 1);
  return {
    ...{ name, want: isRight ? 1 : null, isPlain: false, isWhole: true, keeps: [] },
    why: isRight ? "it is labelled as right, and not paid" : "it is paid, and not wanted",
    make({ prompt }) {
      const own = showing.get(prompt) ?? known.find((one) => one.prompt === prompt)?.completion;
      return own === undefined ? null : { parts: [own] };
    },
  };
}
