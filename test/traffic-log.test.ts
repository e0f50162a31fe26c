// Traffic of one's own as a log: whose types are inferred, and what is wrong with a row.

import { expect, test } from "vitest";
import { driversAt } from "../src/environments/driving/drivers.ts";
import { following } from "../src/environments/driving/idm.ts";
import { TRAFFIC } from "../src/logs/kinds.ts";
import { folderOf, readLog } from "./fixtures/logs.ts";
import { ran } from "./fixtures/ran.ts";

/** Two lanes of a car that changes its speed and one of a type behind it, each second. */
function traffic(kinds: readonly number[], named: boolean): string {
  const drivers = driversAt(30).map((driver) => ({ ...driver, desired: 30 }));
  const cars = kinds.map((kind, lane) => ({ kind, lane: lane + 1, ahead: 40, aheadSpeed: 12, position: 0, speed: 12 }));
  const rows = ["frame,time,car,position,lane,speed,type"];
  for (let t = 0; t < 63; t++) {
    for (const { kind, lane, ahead, aheadSpeed, position, speed } of cars) {
      rows.push(`${t},${t},leader ${lane},${ahead},${lane},${aheadSpeed},`);
      rows.push(`${t},${t},${kind} follows,${position},${lane},${speed},${named ? kind : ""}`);
    }
    for (const car of cars) {
      const next = t % 9 < 4 ? 7 : 15;
      for (let k = 0; k < 4; k++) {
        const gap = car.ahead - car.position - 5;
        const after = car.speed + following(drivers[car.kind], car.speed, gap, car.aheadSpeed) / 4;
        car.position += (car.speed + after) / 8;
        car.speed = after;
        car.ahead += car.aheadSpeed / 4;
      }
      car.aheadSpeed = next;
    }
  }
  return `${rows.join("\n")}\n`;
}

test.each([true, false])(
  "cars of a log are of the type that it names or that explains them: named %s",
  async (named) => {
    const { database } = await ran(
      `environment: { id: driving/cut-in, horizon: 60, log: t.csv, shows: type, learners: 8 }
agents: { policy: oracle, name: knowing }
objective: payoff
variants: { knowing: {}, inferring: { agents.name: inferring } }
seeds: 1
`,
      { "t.csv": traffic([0, 2], named) },
    );
    const { rows } = await database.query("SELECT * FROM episodes");
    expect(rows).toHaveLength(16);
    for (const row of rows) {
      expect(row.recognised).toBe(1);
      expect(Number(row.cautious) + Number(row.aggressive)).toBe(1);
      expect(row.harsh).toBe(0);
      expect(row.cutIns).toBe(5);
    }
    expect(new Set(rows.map(({ aggressive }) => aggressive))).toEqual(new Set([0, 1]));
  },
);

test.each([
  ["1,1,a,0,1.5,3,", "traffic.csv:3: lane: 1.5 is no whole number"],
  ["1,1,a,0,0,3,", "traffic.csv:3: lane: 0 is not from 1 to 1000"],
  ["1,1,a,0,1,-3,", "traffic.csv:3: speed: -3 is not from 0 to 100"],
  ["1,1,a,0,1,3,5", "traffic.csv:3: type: 5 is not from 0 to 2"],
])("a row of traffic %j is refused", async (row, words) => {
  const text = `frame,time,car,position,lane,speed,type\n0,0,a,0,1,3,\n${row}\n`;
  await expect(readLog(TRAFFIC, "traffic.csv", folderOf({ "traffic.csv": text }))).rejects.toThrow(words);
});
