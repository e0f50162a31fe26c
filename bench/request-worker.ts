// Rules that serve requests, in a thread of their own.

import { parentPort } from "node:worker_threads";
import { Random } from "../src/core/random.ts";
import { drawDistinct } from "../src/math/weighted-draw.ts";
import { drawnKind, featureSource } from "../src/mechanisms/allocation/generators.ts";
import { emptyRequests } from "../src/mechanisms/allocation/requests.ts";
import { dualDescent, ledgerOf } from "../src/mechanisms/allocation/serve.ts";
import { ruleOf } from "../src/mechanisms/matching/rules.ts";
import { deskOf, offer } from "../src/mechanisms/matching/serve.ts";
import { emptySales, secondPrice } from "../src/mechanisms/sealed-bid.ts";
import { type RequestAnswer, type RequestOrder, type RequestTask, SIDE_BY_SIDE } from "./request-task.ts";

const BIDDERS = 8;
const [RESOURCES, OPTIONS] = [10, 5];
const [ADVERTISERS, INTERESTED, LIKELIEST] = [64, 8, 0.2];

/** What a task does with all requests that lie side by side, and what it reads. */
interface Job {
  run(): number;
  readonly reads: readonly Float64Array[];
}

function jobOf(task: RequestTask, requests: number): Job {
  switch (task) {
    case "second price, 8 bidders":
      return auctions();
    case "dual descent, 10 resources, 5 options":
      return allocation(requests);
    case "matching by Balance, 8 of 64 advertisers":
      return matching("balance", requests);
    case "matching by weighted Balance, 8 of 64 advertisers":
      return matching("weighted-exponential", requests);
    default:
      return task satisfies never;
  }
}

function auctions(): Job {
  const random = Random.of(1, "requests");
  const bids = Float64Array.from({ length: SIDE_BY_SIDE * BIDDERS }, () => random.uniform());
  const sales = emptySales(SIDE_BY_SIDE);
  return {
    reads: [bids],
    run() {
      secondPrice(bids, BIDDERS, 0.1, sales);
      return sales.prices[0] + sales.winners[SIDE_BY_SIDE - 1];
    },
  };
}

function allocation(requests: number): Job {
  const random = Random.of(1, "requests");
  const kind = drawnKind(RESOURCES, random.stream("kind"));
  const side = emptyRequests(SIDE_BY_SIDE, OPTIONS, RESOURCES);
  featureSource(kind)(side, random.stream("draws"));
  const ledger = ledgerOf(kind.rates.map((rate) => rate * requests));
  const server = dualDescent(ledger, kind.rates, { mirror: "subgradient", rate: 0.5 / Math.sqrt(requests) });
  return {
    reads: [side.rewards, side.uses],
    run() {
      server.serve(side);
      return ledger.earned;
    },
  };
}

/** Impressions that lie side by side, drawn once: what a second job draws anew would count as growth. */
const sideBySide = once(() => {
  const random = Random.of(1, "impressions");
  const edges = SIDE_BY_SIDE * INTERESTED;
  const neighbours = new Int32Array(edges);
  const alike = new Float64Array(ADVERTISERS).fill(1);
  for (let e = 0; e < edges; e += INTERESTED) neighbours.set(drawDistinct(alike, INTERESTED, random), e);
  return {
    advertisers: ADVERTISERS,
    count: SIDE_BY_SIDE,
    starts: Int32Array.from({ length: SIDE_BY_SIDE + 1 }, (_, t) => t * INTERESTED),
    neighbours,
    chances: Float64Array.from({ length: edges }, () => LIKELIEST * (1 - random.uniform())),
    coins: Float64Array.from({ length: SIDE_BY_SIDE }, () => random.uniform()),
  };
});

/** Budgets are half to twice of what a fair share of the successes would be: some are used up on the way, never all. */
function matching(name: "balance" | "weighted-exponential", requests: number): Job {
  const random = Random.of(1, "requests");
  const impressions = sideBySide();
  const { starts, neighbours, chances, coins } = impressions;
  const fair = (LIKELIEST * (requests + SIDE_BY_SIDE)) / ADVERTISERS;
  const wants = Array.from({ length: ADVERTISERS }, () => Math.ceil(fair * random.uniform(0.5, 2)));
  const desk = deskOf(wants, ruleOf(name, ADVERTISERS));
  const ties = random.stream("ties");
  return {
    reads: [doublesLike(starts), doublesLike(neighbours), chances, coins],
    run() {
      offer(desk, impressions, { coins }, ties);
      if (desk.left === 0) throw new Error("no advertiser wants any more: the impressions left would be skipped");
      return desk.successes;
    },
  };
}

/** As many bytes of doubles: one kind of array keeps the reader fast. */
function doublesLike(whole: Int32Array): Float64Array {
  return new Float64Array(whole.length >> 1);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The sum of all numbers, by eight sums at a time. */
function read(numbers: Float64Array): number {
  let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let k = 0; k < numbers.length; k += 8) {
    a += numbers[k];
    b += numbers[k + 1];
    c += numbers[k + 2];
    d += numbers[k + 3];
    e += numbers[k + 4];
    f += numbers[k + 5];
    g += numbers[k + 6];
    h += numbers[k + 7];
  }
  return a + b + c + d + e + f + g + h;
}

parentPort?.on("message", ({ task, requests, readAlone }: RequestOrder) => {
  const { run, reads } = jobOf(task, requests);
  const round = readAlone ? () => reads.reduce((sum, numbers) => sum + read(numbers), 0) : run;
  let sum = round();
  const rounds = Math.ceil(requests / SIDE_BY_SIDE);
  const begin = performance.now();
  for (let k = 0; k < rounds; k++) sum += round();
  const seconds = (performance.now() - begin) / 1000;
  const answer: RequestAnswer = {
    seconds: (seconds * requests) / (rounds * SIDE_BY_SIDE),
    memory: process.memoryUsage.rss(),
    sum,
  };
  parentPort?.postMessage(answer);
});
