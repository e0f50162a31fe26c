// One trained solver in the loop, under each kind of feedback, beside a program that reads feedback without fail.

import { Random } from "../../core/random.ts";
import { accuracies, feedbackLoop, type OpenItem, type Transcript } from "../../feedback/loops/rounds.ts";
import { studyJob } from "../../study/study.ts";
import {
  ANSWERS,
  distances,
  type FeedbackLevel,
  type Giving,
  giver,
  isRight,
  type KeyItem,
  type KeyWorld,
  keyWorld,
  parsed,
} from "./keys.ts";
import { drawnAnswer, likeliestAnswer, type Solver } from "./solver.ts";
import { trainedSolver } from "./training.ts";
import { asking } from "./words.ts";

export const ROUNDS = 10;
/** Tries of rejection sampling, and of semantic entropy. */
const TRIES = 25;
const ENTROPY_TRIES = 20;

type Script = (asked: readonly OpenItem<KeyItem, number, string>[]) => number[];
type Played = Transcript<number, string>;

/** What is done so that a solver says something new. */
export const MITIGATIONS = ["temperature", "temperature and rejection"] as const;
export type Mitigation = (typeof MITIGATIONS)[number];

/** Accuracy by round, and of the unsolved those whose last feedback led to the right answer. */
export interface FrictionCurve {
  readonly accuracy: readonly number[];
  readonly unsolved: number;
  readonly resisting: number;
}

/** An item that was wrong at first, under F3: whether it was left unsolved, and what the solver was like before any feedback. */
export interface Resisted {
  readonly resisted: boolean;
  /** Mean logarithm of the chances of the first answer's two digits. */
  readonly confidence: number;
  /** Entropy of 20 drawn answers, in nats. */
  readonly entropy: number;
  /** How often the key was shown, 1 … 4. */
  readonly frequency: number;
}

export interface FrictionConduct {
  readonly recall: readonly [before: number, after: number];
  /** Share of pairs of answers that the solver compares rightly. */
  readonly reflects: number;
  readonly levels: Readonly<Record<FeedbackLevel, FrictionCurve>>;
  /** Under F3. */
  readonly mitigated: Readonly<Record<Mitigation, FrictionCurve>>;
  readonly open: FrictionCurve;
  readonly otherItem: FrictionCurve;
  readonly audit: readonly Resisted[];
}

export interface FrictionJob {
  readonly seed: number;
  /** Of keys shown with feedback. */
  readonly share: number;
}

export const frictioning = studyJob(import.meta.url, friction);

export async function friction({ seed, share }: FrictionJob, signal?: AbortSignal): Promise<FrictionConduct> {
  const world = keyWorld(seed);
  const { solver, recall } = trainedSolver(world, share, seed, signal);
  const play = (script: Script, giving: Partial<Giving> & Pick<Giving, "level">) =>
    loop(world, seed, script, { reflected: solver.reflected, ...giving });
  const plain = likeliest(solver);
  const first = await play(plain, { level: "F3" });
  const found = {
    recall,
    reflects: reflects(solver),
    levels: {
      F1: curveOf(await play(plain, { level: "F1" }), world),
      F2: curveOf(await play(plain, { level: "F2" }), world),
      F3: curveOf(first, world),
    },
    mitigated: {
      temperature: curveOf(await play(warmed(solver, seed, false), { level: "F3" }), world),
      "temperature and rejection": curveOf(await play(warmed(solver, seed, true), { level: "F3" }), world),
    },
    open: curveOf(await play(plain, { level: "F3", open: true }), world),
    otherItem: curveOf(await play(plain, { level: "F3", about: neighbour(world) }), world),
    audit: audited(first, world, solver, seed),
  };
  solver.close();
  return found;
}

function loop(world: KeyWorld, seed: number, solve: Script, giving: Giving): Promise<Played> {
  return feedbackLoop(world.tested, { solve, judge: giver(giving, seed), isRight }, { rounds: ROUNDS, freezes: true });
}

const texts = (asked: readonly OpenItem<KeyItem, number, string>[]) =>
  asked.map(({ item, history }) => asking(item.key, history));

/** The likeliest answer in every round. */
function likeliest(solver: Solver): Script {
  return (asked) => {
    const chances = solver.chances(texts(asked));
    return asked.map((_, row) => likeliestAnswer(chances, row));
  };
}

/** Drawn at a temperature of 0.15 for each round; with rejection, an answer among 25 that was not tried yet, where there is one. */
function warmed(solver: Solver, seed: number, rejects: boolean): Script {
  return (asked) => {
    const chances = solver.chances(texts(asked));
    return asked.map(({ number, round, history }, row) => {
      if (round === 0) return likeliestAnswer(chances, row);
      const luck = Random.of(seed, "draws", number, round);
      const draw = () => drawnAnswer(chances, row, Math.min(0.15 * round, 1.5), luck);
      if (!rejects) return draw();
      const drawn = Array.from({ length: TRIES }, draw);
      const fresh = drawn.filter((answer) => history.every((said) => said.answer !== answer));
      const from = fresh.length > 0 ? fresh : drawn;
      return from[luck.integer(from.length)];
    });
  };
}

/** What a giver says of the next item whose answer has changed, as if that one had been asked. */
function neighbour({ tested, old }: KeyWorld) {
  return (number: number): KeyItem & { readonly answer: number } => {
    for (let k = 1; ; k++) {
      const item = tested[(number + k) % tested.length];
      if (old[item.key] !== item.truth) return { ...item, answer: old[item.key] };
    }
  };
}

/** Feedback suffices where the answer that it leads to is right. */
function curveOf(played: Played, { tested }: KeyWorld): FrictionCurve {
  const unsolved = tested.flatMap((item, number) => {
    const history = played.histories[number];
    const last = history[history.length - 2];
    return played.right[ROUNDS * played.items + number] === 1 ? [] : [{ item, last }];
  });
  const resisting = unsolved.filter(
    ({ item, last: { answer, critique = "" } }) => parsed(critique, answer) === item.truth,
  );
  return { accuracy: accuracies(played), unsolved: unsolved.length, resisting: resisting.length };
}

function audited(played: Played, world: KeyWorld, solver: Solver, seed: number): Resisted[] {
  const chances = solver.chances(world.tested.map(({ key }) => asking(key, [])));
  return world.tested.flatMap(({ key }, number) => {
    if (played.right[number] === 1) return [];
    const answer = likeliestAnswer(chances, number);
    const luck = Random.of(seed, "entropy", number);
    const counts = new Map<number, number>();
    for (let k = 0; k < ENTROPY_TRIES; k++) {
      const drawn = drawnAnswer(chances, number, 1, luck);
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
    }
    const entropy = [...counts.values()].reduce((sum, n) => sum - (n / ENTROPY_TRIES) * Math.log(n / ENTROPY_TRIES), 0);
    return [
      {
        resisted: played.right[ROUNDS * played.items + number] === 0,
        confidence: chances[number * ANSWERS + answer] / 2,
        entropy,
        frequency: world.weights[key],
      },
    ];
  });
}

function reflects({ reflected }: Solver): number {
  let right = 0;
  for (let truth = 0; truth < ANSWERS; truth++) {
    for (let answer = 0; answer < ANSWERS; answer++) {
      const [said, so] = [reflected(answer, truth), distances(answer, truth)];
      if (said.group === so.group && said.index === so.index) right += 1;
    }
  }
  return right / ANSWERS ** 2;
}

/** How a program does that takes feedback at its word, tries what it has not tried, or takes no notice. */
export interface Programs {
  readonly parses: readonly number[];
  readonly eliminates: readonly number[];
  readonly ignores: readonly number[];
}

export const programming = studyJob(import.meta.url, programs);

export async function programs({ seed }: { readonly seed: number }): Promise<Programs> {
  const world = keyWorld(seed);
  const play = async (level: FeedbackLevel, script: Script) =>
    accuracies(await loop(world, seed, script, { level, reflected: distances }));
  const start = ({ item }: OpenItem<KeyItem, number, string>) => world.old[item.key];
  return {
    parses: await play("F3", (asked) =>
      asked.map((one) => {
        const last = one.history.at(-1);
        return last === undefined ? start(one) : (parsed(last.critique ?? "", last.answer) ?? last.answer);
      }),
    ),
    eliminates: await play("F1", (asked) =>
      asked.map(({ number, round, history }) => {
        const tried = new Set(history.map(({ answer }) => answer));
        const left = Array.from({ length: ANSWERS }, (_, answer) => answer).filter((answer) => !tried.has(answer));
        return left[Random.of(seed, "elimination", number, round).integer(left.length)];
      }),
    ),
    ignores: await play("F3", (asked) => asked.map(start)),
  };
}
