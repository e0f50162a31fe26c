// Societies in a thread of their own: their agents are the scripts that an experiment would name.

import { parentPort } from "node:worker_threads";
import { agents } from "../src/agents/index.ts";
import type { NumericEnvironment } from "../src/core/environment.ts";
import { Random } from "../src/core/random.ts";
import { environments } from "../src/environments/index.ts";
import { type EpisodeRunner, episodeRunner, type JointPolicy } from "../src/play/episode.ts";
import { seated } from "../src/play/policy.ts";
import { streamsBelow } from "../src/play/streams.ts";
import { privatePay } from "../src/rewards/mutuality.ts";
import type { SocietyAnswer, SocietyOrder, SocietyTask } from "./society-task.ts";

/** A world with its players; `cars` is the number of cars on its road. */
interface Society {
  readonly runner: EpisodeRunner;
  readonly policy: JointPolicy;
  readonly cars: number;
}

async function societyOf(task: SocietyTask): Promise<Society> {
  switch (task) {
    case "an assistant, 100 customers, 300 businesses":
      return society("marketplace/shopping", { customers: 100 }, () => ["shopper", {}]);
    case "a market that talks, 100 customers, 300 businesses":
      return society("marketplace/talk", { customers: 100 }, (seat) => [seat < 100 ? "shopper" : "seller", {}]);
    case "a highway, 20 cars":
      return road(8, 12, 300);
    case "a highway, 200 cars":
      return road(8, 192, 3000);
    default:
      return task satisfies never;
  }
}

const road = (learners: number, others: number, length: number): Promise<Society> =>
  society(
    "driving/highway",
    { learners, others, length, horizon: 500 },
    () => ["oracle", { name: "cautious" }],
    learners + others,
  );

async function society(
  id: string,
  settings: object,
  playerOf: (seat: number) => [id: string, parameters: object],
  cars = 0,
): Promise<Society> {
  const entry = await environments.get(id);
  const make = (): NumericEnvironment => entry.make(settings);
  const world = make();
  const { spec } = world;
  const players = await Promise.all(
    spec.agents.map(async (_, seat) => {
      const [player, parameters] = playerOf(seat);
      return (await agents.get(player)).make(parameters)({
        ...{ spec, seat, makeEnvironment: make, makeReward: () => privatePay(spec), directory: "." },
        memo: (_key, compute) => compute(),
      });
    }),
  );
  return { runner: episodeRunner(world), policy: seated(spec, players), cars };
}

const made = new Map<SocietyTask, Promise<Society>>();

async function answer({ task, episodes, from }: SocietyOrder): Promise<SocietyAnswer> {
  const begun = made.get(task) ?? societyOf(task);
  made.set(task, begun);
  const { runner, policy, cars } = await begun;
  const start = process.cpuUsage();
  let carSteps = 0;
  for (let k = 0; k < episodes; k++)
    carSteps += cars * runner.play(policy, streamsBelow(Random.of(from + k, "bench"))).steps;
  const { user, system } = process.cpuUsage(start);
  return { seconds: (user + system) / 1e6, carSteps };
}

parentPort?.on("message", async (order: SocietyOrder) => parentPort?.postMessage(await answer(order)));
