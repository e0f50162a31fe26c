// Every world obeys the laws, and plays as it is written down; so do worlds under settings of all kinds.

import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { NumericEnvironment } from "../../src/core/environment.ts";
import { environmentLaws } from "../../src/evaluation/laws/environment-laws.ts";
import { environments } from "../fixtures/at-hand/environments.ts";
import { playthrough } from "./playthrough.ts";
import { SHORT } from "./short-worlds.ts";

const broken = (make: () => NumericEnvironment) => environmentLaws(make).filter(({ pass }) => !pass);

describe.each(environments.entries())("$id", (entry) => {
  test("obeys the laws", () => expect(broken(() => entry.make(SHORT[entry.id]))).toEqual([]));

  test("plays as written down", async () => {
    const file = `../playthroughs/${entry.id.replace("/", "-")}.txt`;
    await expect(playthrough(entry.id, entry.make())).toMatchFileSnapshot(file);
  });
});

const SETTINGS = `
coopetition/reputation-market { visibility: 0.8 }
coopetition/synergy-search { gamma: 0.5 }
coopetition/slcd { trustMatters: false, view: joint }
coopetition/apache-project { phase: emergence, view: own-row }
coopetition/trust-dilemma { building: product, horizon: 7 }
coopetition/platform-ecosystem { developers: 2, interdependence: 0.5 }
coopetition/dynamic-partner-selection { agents: 3, extras: false }
coopetition/recovery-race { trust: { initial: 0.89, initialDamage: 0 } }
language/calculator { mostTerms: 4, failure: 0.5, spareCalls: 2, repeats: 0.3 }
language/lookup { fewestHops: 1, mostHops: 5, spareCalls: 2 }
language/program { operators: [1, 1, 1, 1, 1] }
language/critique { digits: 9, reversed: 0.5 }
language/pair { criteria: 3, first: 2, second: 5, most: 2, review: random, ahead: 0.3 }
language/pair { second: 0 }
language/tutor { digits: 3, rounds: 3, changed: 1, noise: 0.7, comments: [wrong, places, answer, unrelated] }
team/fact-finding { width: 3, loss: 0.2, rounds: 4 }
team/fact-finding { assignment: chosen, reports: bit }
team/fact-finding { combine: majority, rounds: 1 }
tools/zoom { values: 2, calls: 0, questions: [digit] }
tools/zoom { values: 4, calls: 5, failure: 0.4 }
language/slides { fewestSlides: 1, mostSlides: 1, spareCalls: 0, reader: bodies, stopWords: dropped, shuffled: true, documents: true }
language/slides { single: true, skipped: 1, cut: 1, noise: 1 }
tools/slide-deck { briefs: 3, bank: 2, fewestSlides: 5, mostSlides: 20, calls: 6, longest: 300, stopWords: dropped }
language/shopping { mostCalls: 2, mostConstraints: 2, kinds: [bundle, compare] }
tools/repair-shop { horizon: 4, modules: [roman, heap] }
tools/repair-shop { horizon: 4, modules: [roman], author: true, checked: true, fewestFaults: 1, mostFaults: 3 }
tools/ticket-desk { family: mixed, tasks: 7, bank: 3, patience: 5 }
continuing/ring { states: 3, prize: 0, slip: 0.5, home: -1, horizon: 40 }
continuing/linear { features: [[1, 0], [0, 1], [0.5, 0.5], [0, 1]], next: [[1, 0], [0.5, 0.5]], pay: [1, -2], horizon: 40 }
images/glyphs { asks: picture, horizon: 4, shift: 0, noise: 0 }
pictures/sprites { present: 1, noise: 1 }
pictures/sprites { present: 0.1 }
pictures/clips { frames: 2, colours: 3, present: 0.1, noise: 1, contrast: 0.6, segments: 1 }
pictures/clips { frames: 11, places: 0, motions: 0, captions: unseen, segments: 11, attenuation: 0 }
pictures/road { frames: 3, condition: boxes, grain: 1 }
pictures/road { condition: other, grain: 0 }
pictures/geo { own: 1, flicker: 1, grain: 2, sky: 1, glare: 2 }
images/glyphs { horizon: 3, shift: 1, contrast: [1, 1], labelled: false }
retrieval/problems { lessons: 4, documents: 2, statements: 3, problems: 3, queries: 2, programs: 2, news: 2, solvers: 2, further: 3, story: 1, style: 0, familiar: 0.5, shuffled: true }
retrieval/pipeline { stages: [retrieval], options: 2, classes: 1, window: 1, horizon: 20 }
retrieval/pipeline { thumbs: 0.3, debuggers: 0.5, carried: 0.5, misplaced: 0.5, shadows: coin, window: 7, horizon: 30 }
retrieval/pipeline { debuggers: 1, shadows: drawn, level: 0, skill: 0, horizon: 20 }
recommender/two-sources { users: 8, heldOut: 3, items: 12, topics: 3, present: 2, future: 0, clicks: soft, byRound: true, presentShare: 0.3 }
recommender/two-sources { users: 6, heldOut: 2, items: 4, topics: 1, width: 1, list: 2, history: 1, futureShare: 1, clicks: ranks, testHistories: 0.5, fingerprint: 0 }
overoptimisation/rounds { dimensions: 5, seen: 2, labels: fresh, comparisons: 20, horizon: 4 }
gridworld/objects { tasks: small, lifetime: 60 }
tabular/four-rooms { lifetime: 120 }
bandits/switching { losses: walk, graph: none, budget: 30, horizon: 50 }
tools/edit-and-compete { horizon: 2, games: 4, trials: 2, trialGames: 2, program: paper, rival: change at random, samples: [dwarf] }
commons/pool { agents: 3, amounts: 4, growth: logistic, rate: 0.5, lost: false, reach: 1 }
commons/pool { agents: 1, growth: proportional, start: 0, horizon: 5 }
commons/society { agents: 2, fine: 0, start: 0.5, horizon: 20 }
commons/pool { agents: 3, amounts: 2, messages: ring, horizon: 12 }
commons/pool { agents: 5, messages: star, words: [stop], horizon: 12 }
commons/pool { agents: 3, messages: all, letters: 5, horizon: 12 }
commons/society { agents: 3, messages: ring, letters: 3, horizon: 12 }
commons/society { agents: 4, messages: line, words: [stop, go, "I watch"], horizon: 20 }
persuasion/pitches { claims: 1, voters: 1, reading: 0 }
persuasion/adviser { customers: 3, commissions: [0, 1], chosen: 1, knows: status, cue: 0 }
persuasion/adviser { customers: 5, chosen: 0, knows: nothing, conceals: false, follows: 1, comparing: 0, wary: 1 }
persuasion/pitches { claims: 12, truths: 0, made: 1, invented: 1, voters: 5, spread: 0, checking: 0.5 }
recommender/page { candidates: 8, attention: [1, 0.3, 0.6, 0.6], categories: 2, lures: 2, noise: 0.3, leaving: 0.5 }
recommender/page { candidates: 1, attention: [1], categories: 1, loss: 1, blur: 0 }
commons/society { agents: 7, rate: 0.1, cost: 0, tolerance: 0, memory: 1, limit: 0, horizon: 30 }
driving/highway { learners: 3, others: 9, ring: false, horizon: 30 }
driving/highway { others: 0, lanes: 1, length: 30, limit: 10, crash: 0, horizon: 20 }
driving/highway { learners: 2, others: 20, lanes: 8, cautious: 0.5, aggressive: 0.5, seconds: 0.5, sight: 10, horizon: 40 }
driving/highway { learners: 2, others: 8, rows: 4, sight: 30, mix: chaotic, horizon: 30 }
control/peg-insertion { size: 3, insertion: 0.3, judge: { error: 0.3, seed: 2 }, horizon: 1000 }
control/peg-insertion { size: 4, layout: 3, judge: { views: [top, wrist], tables: 5, lessons: 20, adapted: 5, labels: frames } }
driving/cut-in { learners: 3, mix: chaotic, shows: type, horizon: 35 }
driving/cut-in { pause: 2, noise: 0, leaves: false, mix: normal, horizon: 20 }
marketplace/selling { businesses: 4, horizon: 20, commission: 0.1, complains: 0.5, fine: 1, takes: enough, prices: [0.8, 1.2] }
marketplace/shopping { customers: 2, limit: 3, sponsors: 0.5, sponsorFee: 0.1, commission: 0.05, boastful: 0.4, waiting: 0.1, turns: 6 }
marketplace/shopping { customers: 3, goods: contractors, search: ideal, rivals: 4, lacking: 0, prices: uniform, further: 0, limit: 4 }
marketplace/talk { customers: 2, rivals: 2, limit: 2, searches: 3, haggles: 2, waiting: 0.1, cost: 0.3, commission: 0.1, rates: [1, 0.5], turns: 15 }
marketplace/talk { customers: 2, goods: contractors, search: ideal, limit: 3, haggles: 0, letters: 7, turns: 12 }
bandits/leaderboard { models: 5, tests: 3, runs: 20, eliminate: [1, 0], failed: 0.4, scales: true, horizon: 5 }
markets/channels { parts: 5, horizon: 20, target: 2 }
markets/channels { spread: 1, noise: 1, informed: true, horizon: 20, budget: 1000 }
markets/channels { spread: 0, noise: 0, horizon: 10 }
language/chain { maps: 4, fewest: 1, room: 8 }
language/olympiad { families: [inversions, diameter], known: true, dealt: true, shown: 0, tests: { all: { tests: 1, calls: 2, special: true } }, subtasks: [{ points: 1, tests: [all] }] }
language/function { families: [gcd], shown: 1, tests: 3, longest: 80, steps: 50000 }
markets/requests { input: phases, horizon: 40, phases: 3 }
markets/requests { options: 1, resources: 1, kind: 3 }
markets/campaign { advertiser: "2997", horizon: 120, target: 2, correlation: 0.5 }
markets/campaign { rule: first-price, horizon: 300, market: { winRate: 1, meanPrice: 2, priceDeviation: 1.2, highest: 5, clickRate: 0.3 }, spread: 0, budget: 50 }
markets/auction { rule: first-price, bidders: 2, reserve: 0.3, budget: 20 }
markets/auction { rule: optimal, values: [{ low: 0, high: 1, share: 0.7 }, { low: 2, high: 3, share: 0.3 }], budget: [5, 9, 100] }
markets/positions { users: cascade, rule: vcg, fit: 1, reserve: 0.2, budget: 3 }
markets/positions { users: logit, rule: optimal, bidders: 3, slots: [0.5], horizon: 30, fit: 0.5 }
markets/positions { users: cascade, rule: approximate, bidders: 3, horizon: 30, fit: 2, budget: [1, 2, 3] }
markets/positions { bidders: 1, rule: first-price, informed: true, qualities: [0.999] }
markets/positions { rule: gsp, informed: true, reserve: 0.4, shown: 1, values: [{ low: 0, high: 1, share: 0.7 }, { low: 2, high: 3, share: 0.3 }] }
matching/impressions { advertisers: 12, family: drawn, spread: 1, chance: 0.7, copies: 3, graph: 2 }
gridworld/text-key-room { size: 5, contexts: 2, drop: true, judge: { missed: 0.3, invented: 0.2 } }
matching/impressions { advertisers: 3, types: [[0, 1], [], [2, 1]], spread: 0.5, chance: 0.9, benchmark: program, bound: 2 }
matching/impressions { advertisers: 2, log: [[{ advertiser: 1, chance: 1 }], [], [{ advertiser: 0, chance: 0 }]] }
games/grid-football { teams: 1, players: 1, size: 7 }
games/evidence-debate { pieces: 5, reveals: 5, topics: 2 }
games/evidence-debate { pieces: 6, reveals: 3, topics: 2, judge: refutation }
team/ward { wards: [3, 1], reveals: 2, debaters: random, horizon: 5 }
team/ward { wards: [0], reveals: 10, own: 1, debaters: greedy }
games/grid-football { players: 4, size: 5, horizon: 20 }
games/grid-football { size: 5, horizon: 20, sight: picture }
language/proposer { maps: 12, fewest: 9, room: 13 }
language/proposer { maps: 3, shares: [4, 2, 1], sized: false }
contracts/inspectors { pay: anchored, announced: all, horizon: 1 }
markets/advice { trust: 0, error: 0.3, prior: 0.4 }
markets/journeys { history: 1, judged: 40, touches: [1, 1], pairs: [], ends: with the last touch }
markets/journeys { history: 5, judged: 5, channels: [{ name: radio, weight: -2 }], pairs: [], segments: [1], least: 0.5 }
fairness/lending { people: 1, horizon: 1, steady: 0, share: 1 }
fairness/lending { people: 3, reporter: member, hurdle: -2 }
fairness/lending { people: 7, erratic: 0, share: 0.01, slack: 0, steepness: [0, 5] }
contracts/employer { accuracy: 1, cap: 0.9, arms: 2 }
contracts/principal { accuracy: 0.9, cap: 0.3, horizon: 20 }
contracts/inspectors { pay: wage, generosity: 0, accuracy: 1 }
games/chess { illegal: loses }
games/no-limit-holdem { players: 6, stack: 40, hands: 12 }
games/no-limit-holdem { players: 3, bets: named, stacks: anew, hands: 7 }
games/chess { start: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 90 1", plies: 30, opening: 6 }
`;

test.each(SETTINGS.trim().split("\n"))("%s", (row) => {
  const [, id, settings] = /^(\S+) (.*)$/.exec(row) ?? [];
  expect(broken(() => environments.get(id).make(parse(settings)))).toEqual([]);
});
