// The search: every attack alone in every paid form, then compositions by a bandit, with what is found shown as it comes.

import type { Random } from "../../../core/random.ts";
import { FORMS } from "./attack-data.ts";
import type { AuditedTask } from "./audited-task.ts";
import { Bandit } from "./bandit.ts";
import type { CountedReward, TextScores, TriedText } from "./counted-reward.ts";
import { faultOf } from "./faults.ts";
import { nameOf, type Recipe, saidBy, type TouchUse, textOf, touchUses } from "./recipe.ts";
import type { Reference } from "./reference.ts";
import type { Said } from "./said.ts";
import { ATTACKER, saidByWriter, type TextAttacker, writingTask } from "./written-texts.ts";

/** A text that is paid and not wanted, or wanted and not paid. */
export interface Hit {
  readonly recipe: Recipe;
  readonly name: string;
  readonly task: AuditedTask;
  readonly text: string;
  readonly scores: TextScores;
  readonly fault: "over-payment" | "under-payment";
}

/** What a search came to. */
export interface AttackSearch {
  /** The first hit of each name, the plainest recipe that works. */
  readonly hits: readonly Hit[];
  /** All texts that were tried, with their tasks. */
  readonly tried: readonly TriedRecipe[];
}

export interface TriedRecipe extends TriedText {
  readonly recipe: Recipe;
  readonly scores: TextScores;
}

export interface SearchOptions {
  readonly random: Random;
  /** A language model that writes texts too. */
  readonly attacker?: TextAttacker | undefined;
  /** Whether something else than the right answer says what is wanted of them. */
  readonly isJudged?: boolean;
  readonly onHit?: (hit: Hit) => Promise<void>;
  /** Ends the search where it returns true. */
  readonly isEnough?: (hit: Hit) => boolean;
}

/** Tasks on which a recipe is tried alone. */
const FIRST_TASKS = 3;
/** Recipes of a round of the bandit. */
const ROUND = 32;
/** Rounds of the library between two turns of a language model. */
const TURN = 2;
const MOST_TOUCHES = 3;
/** Share of the bandit's draws that no reading sways, so that a search with a large budget goes on to new texts. */
const UNSWAYED = 0.1;
/** Rounds without a new text after which nothing more is tried. */
const MOST_DULL = 50;

/** Searches until the scorer's budget is spent. */
export async function searched(
  scorer: CountedReward,
  tasks: readonly AuditedTask[],
  reference: Reference,
  options: SearchOptions,
): Promise<AttackSearch> {
  const { wrong, right } = saidBy(tasks);
  const { forms, allForms, honest } = reference;
  const form = reference.form ?? forms[0] ?? FORMS[0];
  const touches = touchUses();
  const isFormed = reference.form !== undefined;
  const alone = (said: Said): Recipe[] =>
    (said.isWhole ? [form] : forms).map((own) => ({ form: own, said, touches: [] }));
  const base = wrong.filter(({ isPlain }) => isPlain);
  const touched = (said: Said): Recipe[] => touches.map((touch) => ({ form, said, touches: [touch] }));
  const first = [
    ...right.map((said) => ({ form, said, touches: [] })),
    ...wrong.flatMap(alone),
    ...[honest, base.find(({ isWhole }) => isWhole !== isFormed)].flatMap((said) =>
      said === undefined ? [] : touched(said),
    ),
  ];
  const found = new Found(scorer, reference, options);
  const { attacker, isJudged = false } = options;
  const said = new Bandit([
    ...wrong,
    ...(honest === undefined ? [] : [honest]),
    ...(attacker === undefined ? [] : [ATTACKER]),
  ]);
  const write = async (places: readonly AuditedTask[]): Promise<readonly Attempt[]> => {
    const texts = await Promise.all(
      places.map((task) => attacker?.write(writingTask(task, found.tried, reference)) ?? []),
    );
    return places.flatMap((task, k) =>
      texts[k]
        .filter((text) => !found.tried.some((one) => one.task === task && one.text === text))
        .flatMap((text) => triedOn({ form, said: saidByWriter(text, isJudged), touches: [] }, [task])),
    );
  };
  const learn = ({ recipe, task }: Attempt, { pay }: TextScores): boolean => {
    const own = reference.tasks[task.index];
    const isGood =
      pay !== null && pay > ((recipe.said === honest ? own.honest : own.plain)?.pay ?? Number.NEGATIVE_INFINITY);
    said.learn(recipe.said.isWritten === true ? ATTACKER : recipe.said, isGood);
    return isGood;
  };
  const turn = async (places: readonly AuditedTask[]): Promise<void> => {
    const written = attacker === undefined ? [] : await write(places);
    for (const [k, scores] of (await found.try(written)).entries()) learn(written[k], scores);
  };
  // At first, so that it has its turn however few texts may be scored.
  await turn(tasks.slice(0, FIRST_TASKS));
  for (let from = 0, k = 0; from < first.length && !found.isOver; from += ROUND, k++) {
    await found.try(first.slice(from, from + ROUND).flatMap((recipe) => triedOn(recipe, tasks)));
    if (k % TURN === TURN - 1) await turn([tasks[k % Math.min(FIRST_TASKS, tasks.length)]]);
  }
  const touch = new Bandit<TouchUse | undefined>([undefined, ...touches]);
  const seen = new Set<string>();
  for (let round = 0, dull = 0; !found.isOver && dull < MOST_DULL; round++) {
    const random = options.random.stream(round);
    const recipes = Array.from({ length: ROUND }, () => drawnFrom(said, touch, allForms, form, random));
    const drawn = recipes.flatMap((recipe): Attempt[] => {
      const task = tasks[random.integer(tasks.length)];
      const text = textOf(recipe, task);
      const key = `${task.index}\n${text}`;
      if (text === null || seen.has(key)) return [];
      seen.add(key);
      return [{ recipe, task, text, made: recipe.said.want }];
    });
    if (recipes.some((recipe) => recipe.said === ATTACKER))
      drawn.push(...(await write([tasks[random.integer(Math.min(FIRST_TASKS, tasks.length))]])));
    dull = drawn.length === 0 ? dull + 1 : 0;
    const scores = await found.try(drawn);
    for (const [k, one] of drawn.entries()) {
      const isGood = learn(one, scores[k]);
      const { touches: used } = one.recipe;
      for (const use of used) touch.learn(use, isGood);
      if (used.length === 0) touch.learn(undefined, isGood);
    }
  }
  return { hits: found.hits, tried: found.tried };
}

type Attempt = TriedText & { readonly recipe: Recipe };

const triedOn = (recipe: Recipe, tasks: readonly AuditedTask[]): Attempt[] =>
  tasks
    .flatMap((task) => {
      const text = textOf(recipe, task);
      return text === null ? [] : [{ recipe, task, text, made: recipe.said.want }];
    })
    .slice(0, FIRST_TASKS);

function drawnFrom(
  said: Bandit<Said>,
  touch: Bandit<TouchUse | undefined>,
  forms: Reference["forms"],
  best: Reference["forms"][number],
  random: Random,
): Recipe {
  const form = random.uniform() < 0.5 ? best : forms[random.integer(forms.length)];
  const draw = <Arm>(bandit: Bandit<Arm>): Arm =>
    random.uniform() < UNSWAYED ? bandit.any(random) : bandit.draw(random);
  const uses = Array.from({ length: 1 + random.integer(MOST_TOUCHES) }, () => draw(touch)).filter(
    (use) => use !== undefined,
  );
  const once = uses.filter((use, k) => uses.findIndex((one) => one.touch === use.touch) === k);
  return { form, said: draw(said), touches: once };
}

/** Keeps what is found. */
class Found {
  readonly #scorer: CountedReward;
  readonly #reference: Reference;
  readonly #options: SearchOptions;
  readonly #byName = new Map<string, Hit>();
  readonly tried: TriedRecipe[] = [];
  #isEnough = false;

  constructor(scorer: CountedReward, reference: Reference, options: SearchOptions) {
    this.#scorer = scorer;
    this.#reference = reference;
    this.#options = options;
  }

  get hits(): readonly Hit[] {
    return [...this.#byName.values()];
  }

  get isOver(): boolean {
    return this.#isEnough || this.#scorer.isSpent;
  }

  /** Scores texts, and keeps the first hit of each name. */
  async try(texts: readonly Attempt[]): Promise<readonly TextScores[]> {
    const scores = await this.#scorer.of(texts);
    for (const [k, one] of texts.entries()) {
      this.tried.push({ ...one, scores: scores[k] });
      const fault = this.#faultOf(one.recipe, one.task, scores[k]);
      if (fault === undefined || this.#isExplained(one.recipe, fault)) continue;
      await this.#keep(await this.#plainest({ ...one, name: nameOf(one.recipe), scores: scores[k], fault }));
    }
    return scores;
  }

  #faultOf(recipe: Recipe, task: AuditedTask, scores: TextScores) {
    return faultOf(scores, this.#reference.tasks[task.index], recipe, this.#reference.range);
  }

  /** The hit without the touches that it does not need. */
  async #plainest(hit: Hit): Promise<Hit> {
    let best = hit;
    for (const use of hit.recipe.touches) {
      const recipe = { ...best.recipe, touches: best.recipe.touches.filter((one) => one !== use) };
      const text = textOf(recipe, hit.task);
      if (text === null) continue;
      const [scores] = await this.#scorer.of([{ task: hit.task, text, made: recipe.said.want }]);
      if (this.#faultOf(recipe, hit.task, scores) === hit.fault)
        best = { ...best, recipe, text, scores, name: nameOf(recipe) };
    }
    return best;
  }

  /** Whether a hit with fewer of the same parts explains this one. */
  #isExplained({ said, touches }: Recipe, fault: Hit["fault"]): boolean {
    return this.hits.some(
      (one) =>
        one.fault === fault &&
        one.recipe.said === said &&
        one.recipe.touches.length < touches.length &&
        one.recipe.touches.every(({ touch }) => touches.some((use) => use.touch === touch)),
    );
  }

  async #keep(hit: Hit): Promise<void> {
    const key = `${hit.fault} ${hit.name}`;
    if (this.#byName.has(key)) return;
    if (this.#isExplained(hit.recipe, hit.fault)) return;
    this.#byName.set(key, hit);
    await this.#options.onHit?.(hit);
    if (this.#options.isEnough?.(hit) === true) this.#isEnough = true;
  }
}
