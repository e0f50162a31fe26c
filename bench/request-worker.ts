// Rules that serve requests, in a thread of their own.

import { parentPort } from "node:worker_threads";
import { Random } from "../src/core/random.ts";
import { drawnKind, featureSource } from "../src/mechanisms/allocation/generators.ts";
import { emptyRequests } from "../src/mechanisms/allocation/requests.ts";
import { dualDescent, ledgerOf } from "../src/mechanisms/allocation/serve.ts";
import { emptySales, secondPrice } from "../src/mechanisms/sealed-bid.ts";
import { type RequestAnswer, type RequestOrder, type RequestTask, SIDE_BY_SIDE } from "./request-task.ts";

const BIDDERS = 8;
const [RESOURCES, OPTIONS] = [10, 5];

/** What a task does with all requests that lie side by side, and what it reads. */
interface Job {
  run(): number;
  readonly reads: readonly Float64Array[];
}

function jobOf(task: RequestTask, requests: number): Job {
  const random = Random.of(1, "requests");
  if (task === "second price, 8 bidders") {
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
  const once = readAlone ? () => reads.reduce((sum, numbers) => sum + read(numbers), 0) : run;
  let sum = once();
  const rounds = Math.ceil(requests / SIDE_BY_SIDE);
  const begin = performance.now();
  for (let round = 0; round < rounds; round++) sum += once();
  const seconds = (performance.now() - begin) / 1000;
  const answer: RequestAnswer = {
    seconds: (seconds * requests) / (rounds * SIDE_BY_SIDE),
    memory: process.memoryUsage.rss(),
    sum,
  };
  parentPort?.postMessage(answer);
});
