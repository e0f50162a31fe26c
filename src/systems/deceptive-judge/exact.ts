// What a generator meets, summed over all facts, memories and critiques instead of drawn: the exact accuracy of any rule after one
// critique, and the best that a generator can do that knows what judges it meets.

import type { Criticising, Knowledge } from "../../feedback/loops/judges.ts";
import {
  CONTESTED,
  CREDIBLE,
  type Document,
  evidenceFor,
  FALSE_DOCUMENTS,
  FOUND,
  TRUE_DOCUMENTS,
  VALUES,
} from "./encyclopaedia.ts";
import { type Action, actions, afterSearch, CONFIDENCE, COST, type CritiqueSeen, RECALLED } from "./generator.ts";

/** A judge of a mixture, and how often it is met. */
export interface Met {
  readonly criticises: Criticising;
  readonly knowledge: Knowledge;
  readonly share: number;
}

/** What a generator that sees this may expect; sums over all that looks so. */
interface Prospect {
  readonly seen: CritiqueSeen;
  mass: number;
  /** Chance to be right after each action, times the mass. */
  readonly right: Record<Action, number>;
}

/** Every prospect of a mixture of judges, and the share of answers that are right and not criticised. */
export interface Prospects {
  readonly byView: ReadonlyMap<string, Prospect>;
  readonly standing: number;
}

export const keyOf = ({ confidence, kind, credible, doubtful }: CritiqueSeen): string =>
  `${confidence}|${kind}|${credible}|${doubtful}`;

/** Numbers of credible and doubtful documents of each side. */
interface Library {
  readonly chance: number;
  readonly honest: readonly [credible: number, doubtful: number];
  readonly false: readonly [credible: number, doubtful: number];
}

const libraries: readonly Library[] = [...librariesOf()];

function* librariesOf(): Generator<Library> {
  for (const { chance, counts } of sideOf(TRUE_DOCUMENTS, CREDIBLE.true)) {
    yield { chance: chance * (1 - CONTESTED), honest: counts, false: [0, 0] };
    for (const other of sideOf(FALSE_DOCUMENTS, CREDIBLE.false))
      yield { chance: chance * CONTESTED * other.chance, honest: counts, false: other.counts };
  }
}

function* sideOf(most: number, credible: number) {
  for (let n = 1; n <= most; n++)
    for (let k = 0; k <= n; k++)
      yield { chance: (choose(n, k) * credible ** k * (1 - credible) ** (n - k)) / most, counts: [k, n - k] as const };
}

/** n over k. */
function choose(n: number, k: number): number {
  let product = 1;
  for (let j = 1; j <= k; j++) product *= (n - k + j) / j;
  return product;
}

/** Values by their part: the numbers themselves do not matter. */
const TRUTH = 0;
const RIVAL = 1;
const OTHER = 2;

/** Sums what generators meet in a world of such judges. */
export function prospects(mixture: readonly Met[]): Prospects {
  const byView = new Map<string, Prospect>();
  let standing = 0;
  const meet = (seen: CritiqueSeen, mass: number, right: Record<Action, number>) => {
    const key = keyOf(seen);
    const prospect = byView.get(key) ?? { seen, mass: 0, right: { keep: 0, switch: 0, "look up": 0 } };
    byView.set(key, prospect);
    prospect.mass += mass;
    for (const action of actions) prospect.right[action] += mass * right[action];
  };
  for (const library of libraries) {
    for (const [confidence, p] of CONFIDENCE.entries()) {
      const wrong = (1 - p) / (VALUES - 1);
      const owns = [
        [TRUTH, p],
        [RIVAL, wrong],
        [OTHER, wrong * (VALUES - 2)],
      ] as const;
      for (const [own, chance] of owns) {
        const isRight = own === TRUTH;
        const mass = (library.chance * chance) / CONFIDENCE.length;
        const found = lookedUp(library, own, p);
        for (const { criticises, knowledge, share } of mixture) {
          const spoken = isRight ? criticises.right : criticises.wrong;
          if (isRight) standing += mass * share * (1 - spoken);
          if (spoken === 0) continue;
          for (const critique of critiques(library, own, knowledge))
            meet({ confidence, ...critique.seen }, mass * share * spoken * critique.chance, {
              keep: isRight ? 1 : 0,
              switch: critique.right,
              "look up": found,
            });
        }
      }
    }
  }
  return { byView, standing };
}

interface Said {
  readonly chance: number;
  readonly seen: Omit<CritiqueSeen, "confidence">;
  /** Chance that what it proposes is right. */
  readonly right: number;
}

/** What a critique of an answer may say. */
function critiques(library: Library, own: number, knowledge: Knowledge): Said[] {
  const isRight = own === TRUTH;
  const empty = { credible: 0, doubtful: 0 };
  const template: Said = {
    chance: 1,
    seen: { kind: "none", ...empty },
    right: isRight ? 0 : 1 / (VALUES - 1),
  };
  if (knowledge === "none") return [template];
  if (knowledge === "parametric") {
    const misses = (1 - RECALLED) / (VALUES - 1);
    const right = isRight ? 0 : RECALLED + misses / (VALUES - 1);
    return [{ chance: 1, seen: { kind: "parametric", ...empty }, right }];
  }
  const sides = ([TRUTH, RIVAL] as const).flatMap((value) => {
    const [credible, doubtful] = value === TRUTH ? library.honest : library.false;
    return value === own || credible + doubtful === 0 ? [] : [{ value, credible, doubtful }];
  });
  if (sides.length === 0) return [template];
  const strength = ({ value, credible, doubtful }: (typeof sides)[number]) =>
    evidenceFor(value, documentsOf(value, credible, doubtful));
  const most = Math.max(...sides.map(strength));
  const best = sides.filter((side) => strength(side) === most);
  return best.map(({ value, credible, doubtful }) => ({
    chance: 1 / best.length,
    seen: { kind: "grounded", credible, doubtful },
    right: value === TRUTH ? 1 : 0,
  }));
}

const documentsOf = (value: number, credible: number, doubtful: number): Document[] =>
  Array.from({ length: credible + doubtful }, (_, k) => ({ value, credible: k < credible }));

/** Chance that a search leads to the right answer. */
function lookedUp({ honest, false: against }: Library, own: number, p: number): number {
  const documents = [...documentsOf(TRUTH, ...honest), ...documentsOf(RIVAL, ...against)];
  let [right, ways] = [0, 0];
  for (const found of subsets(documents, Math.min(FOUND, documents.length))) {
    ways += 1;
    if (afterSearch(own, p, found) === TRUTH) right += 1;
  }
  return right / ways;
}

function* subsets(documents: readonly Document[], size: number): Generator<Document[]> {
  if (size === 0) yield [];
  else
    for (let first = 0; first + size <= documents.length; first++)
      for (const rest of subsets(documents.slice(first + 1), size - 1)) yield [documents[first], ...rest];
}

/** Accuracy after one round, and what is earned: right answers less the cost of looking up. */
export interface RoundValue {
  readonly accuracy: number;
  readonly earned: number;
}

/** What a rule comes to in a world. */
export function roundValue({ byView, standing }: Prospects, rule: (seen: CritiqueSeen) => Action): RoundValue {
  let [accuracy, cost] = [standing, 0];
  for (const { seen, mass, right } of byView.values()) {
    const action = rule(seen);
    accuracy += right[action];
    if (action === "look up") cost += mass * COST;
  }
  return { accuracy, earned: accuracy - cost };
}

/** The rule that earns most in a world, by Bayes: for everything that is seen, the best action; the first of equals. */
export function bestRule({ byView }: Prospects): (seen: CritiqueSeen) => Action {
  const best = new Map<string, Action>();
  for (const [key, { mass, right }] of byView) {
    const worth = (action: Action) => right[action] - (action === "look up" ? mass * COST : 0);
    best.set(
      key,
      actions.reduce((a, b) => (worth(b) > worth(a) ? b : a)),
    );
  }
  return (seen) => best.get(keyOf(seen)) ?? "keep";
}
