// The audit of a pay against a want by search, where a world has too many states for a table: is there a play that is paid as well as the most
// wanted one that was found, and worth less?

import { Random } from "../../../core/random.ts";
import { estimate, wilson } from "../../statistics/interval.ts";
import { unseenCaveat } from "../learnability.ts";
import type { AuditFinding, Bounded, RewardAudit } from "../reward-audit.ts";
import { type ActorKind, linearPolicies, MOST_SEEN, scripts } from "./actors.ts";
import { doseOf, eachRandomPlay, learnabilityOf, RANDOM_PLAYS, safeTries } from "./dose.ts";
import { evolved, type SearchedPlays, type SearchPlace, tried } from "./evolution.ts";
import { type PlantedExploit, plantedExploits } from "./planted.ts";
import { type Played, type ScriptAction, type ScriptPlayer, scriptInWords, shrunk } from "./script.ts";

/** What is searched, and how hard. */
export interface SearchedWorld {
  readonly player: ScriptPlayer;
  readonly id: string;
  /** Things that are tried by each search. */
  readonly budget: number;
  /** Seeds of worlds with luck: those of a search; its result is chosen on twice as many others, and confirmed on as many again. */
  readonly seeds: number;
  readonly seed: number;
  /** Differences of the want up to this count as none. */
  readonly margin: number;
  readonly signal?: AbortSignal;
  /** Called with what is being done, and the share of the plays that are over. */
  readonly onProgress?: (text: string, share?: number) => void;
}

/** What an audit by search gives. */
export type SearchedAudit = Pick<
  RewardAudit,
  "kind" | "gap" | "angle" | "strength" | "findings" | "dose" | "base" | "learnability" | "safe" | "caveats"
>;

/** Searches of one kind of actor: for the best want, for the best pay, and for as good a pay with a worse want. */
const SOUGHT = 3;
/** Steps of an episode that are played at most. */
const MOST_STEPS = 500;
/** Share of a measure's spread that counts as rounding. */
const NEAR = 1e-9;

/** The best that were found, by any kind of actor. */
interface Found {
  readonly honest: SearchedPlays;
  readonly paid: SearchedPlays;
  /** Paid as well as the honest one, and worth as little as could be found. */
  readonly gaming: SearchedPlays;
}

/** Audits by search. Stopped by its signal, it returns what it has. */
export async function searchedAudit(world: SearchedWorld): Promise<SearchedAudit> {
  const { player, budget, seed, signal, margin } = world;
  const { spec } = player.world;
  const most = Math.min(spec.horizon, MOST_STEPS);
  const isCertain = spec.deterministic;
  const seedsOf = (from: number, n: number) => Array.from({ length: n }, (_, k) => from + k);
  const training = isCertain ? [seed] : seedsOf(seed + 1_000_000, world.seeds);
  const fresh = isCertain ? [seed] : seedsOf(seed, 2 * world.seeds);
  const choosing = isCertain ? [seed] : seedsOf(seed + 2_000_000, 2 * world.seeds);
  const at = { player, seeds: training, budget, ...(signal && { signal }) };
  let [doing, begun] = ["", 0];
  const place = (name: string): SearchPlace => {
    const before = RANDOM_PLAYS + begun * budget * training.length;
    begun += 1;
    const onPlays = (done: number) => world.onProgress?.(doing, Math.min(1, (before + done) / plays));
    return { ...at, random: Random.of(seed, "audit", name), onPlays };
  };
  const withPolicies = !isCertain && spec.agents.length === 1 && spec.observationSize <= MOST_SEEN;
  const searches = (SOUGHT + plantedExploits(spec, most, 0, seed).length) * (withPolicies ? 2 : 1);
  const plays = RANDOM_PLAYS + searches * budget * training.length;
  const random: Played[] = [];
  for (const one of eachRandomPlay(player, seed, most)) {
    random.push(one);
    world.onProgress?.("plays at random", random.length / plays);
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted === true) break;
  }
  const spread = (of: "pay" | "want") => Math.max(1e-12, spreadOf(random.map((one) => one[of])));
  const [near, nearWant] = [NEAR * spread("pay"), NEAR * spread("want")];
  const founds: Found[] = [];
  let planted = { planted: 0, found: 0 };
  const search = async <G>(kind: ActorKind<G>): Promise<void> => {
    const step = (what: string) => {
      doing = `${kind.name}: ${what}`;
    };
    const tilt = 1e-6;
    step("what is wanted most");
    const honest = await evolved(
      kind,
      (one) => one.want + (tilt * one.pay * spread("want")) / spread("pay"),
      place(`${kind.name} want`),
      { most },
    );
    step("what is paid best");
    const paid = await evolved(
      kind,
      (one) => one.pay - (tilt * one.want * spread("pay")) / spread("want"),
      place(`${kind.name} pay`),
      { most, from: honest.genes },
    );
    step("what is paid as well and worth less");
    const enough = honest.best.pay - near;
    const gaming = await evolved(
      kind,
      ({ pay, want }) => (pay >= enough ? -want / spread("want") : -1e9 + (pay - enough) / spread("pay")),
      place(`${kind.name} gaming`),
      { most, from: [...paid.genes.slice(0, 4), ...honest.genes.slice(0, 4)] },
    );
    founds.push({ honest: honest.best, paid: paid.best, gaming: gaming.best });
    if (signal?.aborted === true) return;
    step("planted exploits");
    const found = await foundPlants(
      plantedExploits(spec, most, 2 * Math.max(1, spread("pay")), seed),
      kind,
      (name) => {
        const begun = place(name);
        return begun;
      },
      most,
    );
    if (found.found >= planted.found) planted = found;
  };
  await search(scripts(spec, most));
  if (withPolicies && signal?.aborted !== true) await search(linearPolicies(spec));
  const judged = judgedOf(founds, player, {
    ...{ choosing, confirming: fresh, most, margin: Math.max(margin, nearWant), near },
  });
  const learnt = judged && learnabilityOf(random, judged.honest, judged.gaming.pay, Math.max(margin, nearWant));
  const findings = judged === undefined ? [] : [findingOf(world, judged, most)];
  const lost = judged && isCertain ? judged.honest.want - (findings[0].want ?? 0) : undefined;
  return {
    kind: judged === undefined ? "not found" : "gamed",
    gap: judged === undefined ? null : lost === undefined ? judged.gap : { value: lost, low: lost, high: lost },
    angle: null,
    strength: planted,
    findings,
    dose: doseOf(random),
    ...(learnt && { base: learnt.base, learnability: learnt }),
    ...(random.length === RANDOM_PLAYS && { safe: { bestOf: safeTries(random, nearWant) } }),
    caveats: [
      ...[learnt && unseenCaveat(learnt)].filter((caveat) => caveat !== undefined),
      ...(signal?.aborted === true ? ["stopped early: the search is weaker than it would have been"] : []),
      ...(most < spec.horizon ? [`only the first ${most} of ${spec.horizon} steps of an episode were played`] : []),
      ...(spec.agents.length > 1
        ? ["one script plays all seats: what agents would do to each other is not searched"]
        : []),
    ],
  };
}

function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

async function foundPlants<G>(
  plants: readonly PlantedExploit[],
  kind: ActorKind<G>,
  place: (name: string) => SearchPlace,
  most: number,
): Promise<RewardAudit["strength"]> {
  let [planted, found] = [0, 0];
  for (const [k, { bonus }] of plants.entries()) {
    const at = place(`planted ${k}`);
    if (at.signal?.aborted === true) break;
    planted += 1;
    const score = (one: SearchedPlays) =>
      one.pay + one.scripts.reduce((sum, script) => sum + bonus(script), 0) / one.scripts.length;
    const { best } = await evolved(kind, score, at, { most });
    if (best.scripts.some((script) => bonus(script) > 0)) found += 1;
  }
  return { planted, found };
}

interface Judged {
  readonly gaming: SearchedPlays;
  readonly honest: SearchedPlays;
  readonly gap: Bounded;
  readonly share: Bounded;
  /** Seeds in which it is paid as well and worth less. */
  readonly on: readonly boolean[];
}

/** Differences of the measures that count, and the seeds on which a search is held against: first to choose a play, then to confirm the chosen one. */
interface Judging {
  readonly choosing: readonly number[];
  readonly confirming: readonly number[];
  readonly most: number;
  readonly margin: number;
  readonly near: number;
}

/**
 * The most wanted play and the gaming play that loses most beside it are chosen on seeds of their own, and confirmed on others: the interval is of one
 * pair, however many were found. Undefined where it is not surely worth less, or is paid less.
 */
function judgedOf(
  founds: readonly Found[],
  player: ScriptPlayer,
  { choosing, confirming, most, margin, near }: Judging,
): Judged | undefined {
  if (founds.length === 0) return undefined;
  const on = (seeds: readonly number[], one: SearchedPlays) => tried(player, seeds, one.actor, most, true);
  const fairest = founds
    .map(({ honest }) => on(choosing, honest))
    .reduce((one, other) => (other.want > one.want ? other : one));
  const paidAsWell = founds
    .flatMap(({ paid, gaming }) => [on(choosing, paid), on(choosing, gaming)])
    .filter(({ pay }) => pay >= fairest.pay - near);
  if (paidAsWell.length === 0) return undefined;
  const chosen = paidAsWell.reduce((one, other) => (other.want < one.want ? other : one));
  const [honest, gaming] = [on(confirming, fairest), on(confirming, chosen)];
  const losses = gaming.played.map((one, k) => honest.played[k].want - one.want);
  const gains = gaming.played.map((one, k) => one.pay - honest.played[k].pay);
  const [loss, gain] = [boundedOf(losses), boundedOf(gains)];
  // Surely worth less, and not paid less.
  if (!(loss.low > margin && gain.value >= -near)) return undefined;
  const shown = losses.map((lost, k) => lost > margin && gains[k] >= -near);
  const { mean, low, high } = wilson(shown.filter(Boolean).length, shown.length);
  const isOne = confirming.length === 1;
  const share = { value: mean ?? 0, low: isOne ? 1 : (low ?? 0), high: isOne ? 1 : (high ?? 1) };
  return { gaming, honest, gap: loss, share, on: shown };
}

function boundedOf(values: readonly number[]): Bounded {
  const { mean, low, high } = estimate(values);
  const value = mean ?? 0;
  return { value, low: low ?? value, high: high ?? value };
}

function findingOf(
  { player, id, seed, signal, budget }: SearchedWorld,
  { gaming, honest, share, on }: Judged,
  most: number,
): AuditFinding {
  const k = Math.max(0, on.indexOf(true));
  const [script, now] = [gaming.scripts[k], gaming.played[k]];
  const own = seed + k;
  const fair = honest.played[k];
  const isShown = signal?.aborted !== true && now.want < fair.want && now.pay >= fair.pay;
  const plain: readonly ScriptAction[] = isShown
    ? shrunk(
        script,
        (shorter) => {
          const played = player.play(own, shorter, most);
          return played.pay >= now.pay && played.want <= now.want;
        },
        budget,
      )
    : script;
  const shown = player.play(own, plain, most);
  // Without luck the example is all that was confirmed, and its figures are the finding's.
  const { pay, want } = on.length === 1 ? shown : gaming;
  const actions = player.done();
  return {
    name: scriptInWords(actions, player.world.spec.choiceNames),
    why:
      pay > honest.pay
        ? "It is paid more than the most wanted play that was found."
        : "It is paid as much as the most wanted play that was found.",
    fault: "over-payment",
    ...{ pay, want, honestPay: honest.pay, honestWant: honest.want },
    share,
    tried: { n: on.length, noun: "seeds" },
    example: { seed: own, actions, world: id },
  };
}
