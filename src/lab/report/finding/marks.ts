// References that a run's answer is compared with: reference players of the world, and other agents beside variants that differ in their
// reward.

import { listed } from "../../../core/checked.ts";
import type { Compared, VariantReport } from "../report-data.ts";
import { contrast } from "./contrast.ts";
import type { Thought } from "./fitted.ts";
import { capital, reached, toTell, wanted } from "./sentences.ts";

/**
 * Returns the leading variants, in ranking order, in which all agents are reference players of the world. They are references, not answers.
 * Empty where fewer than two variants would be left.
 */
export function marksAbove(ranked: readonly VariantReport[], baseline: VariantReport): readonly VariantReport[] {
  const isMark = (one: VariantReport) => one.agents.every(({ reference }) => reference);
  // Where the baseline itself consists of reference players, they are answers.
  if (isMark(baseline)) return [];
  const others = ranked.findIndex((one) => !isMark(one));
  return others < 0 || ranked.length - others < 2 ? [] : ranked.slice(0, others);
}

/** Compares the leading references with the best of the other variants. */
export function beyond(data: Compared, marks: readonly VariantReport[], first: VariantReport): Thought[] {
  if (marks.length === 0) return [];
  const above = contrast(data, marks[0], first);
  const said = `${marks[0].name}, a reference player,`;
  if (above.is === "more" || above.is === "same") return [[`${capital(said)} reached ${reached(data, marks[0])}.`]];
  const wants = wanted(data);
  return [[`Whether ${said} can give more ${wants} than ${first.name} cannot be told${toTell(above)}.`]];
}

/** Returns a sentence on what other agents reached, where the variants differ in their reward. */
export function otherAgents(
  data: Compared,
  all: readonly VariantReport[],
  ranked: readonly VariantReport[],
): Thought[] {
  const others = all.filter((variant) => !ranked.includes(variant));
  if (others.length === 0) return [];
  const names = listed(others.map(({ name }) => name));
  const values = others.map((variant) => reached(data, variant));
  const isOne = new Set(values).size === 1;
  const verb = others.length > 1 && isOne ? "each reached" : "reached";
  return [
    [
      `${others.length > 1 ? "Other agents" : "Another agent"}, ${names}, ${verb} ${isOne ? values[0] : listed(values)}.`,
    ],
  ];
}
