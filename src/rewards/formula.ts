// A declared reward as a reader would write it down: `payoff − 3 × errors`.

import { listed } from "../core/checked.ts";
import type { RewardDeclaration } from "./forms.ts";

/** One line of plain text; channels and rewards stand in it by their names. */
export function formula(declaration: RewardDeclaration): string {
  if (typeof declaration === "string") return declaration;
  const { weight = 1 } = declaration;
  return weight === 1 ? unweighted(declaration) : joined([[weight, enclosed(declaration)]]);
}

function unweighted(declaration: Exclude<RewardDeclaration, string>): string {
  if ("use" in declaration) return declaration.use;
  if ("channel" in declaration) return declaration.channel;
  if ("weights" in declaration) return joined(Object.entries(declaration.weights).map(([name, w]) => [w, name]));
  if ("sum" in declaration) return joined(declaration.sum.map(term));
  if ("product" in declaration) return declaration.product.map(enclosed).join(" × ");
  if ("mean" in declaration) return `mean(${declaration.mean.map(formula).join(", ")})`;
  if ("kinesthetic" in declaration) return `kinesthetic(${declaration.kinesthetic.map(formula).join(", ")})`;
  if ("shape" in declaration) return `shape(${declaration.shape})`;
  if ("shared" in declaration) return `shared with neighbours(${formula(declaration.shared)})`;
  if ("teamMix" in declaration) return `team mix(${formula(declaration.teamMix)})`;
  if ("bound" in declaration) return `${formula(declaration.bound)}${between(declaration.low, declaration.high)}`;
  if ("exchanged" in declaration) return `${enclosed(declaration.exchanged)} of the episode before`;
  if ("bent" in declaration) return `${declaration.by}(${formula(declaration.bent)})`;
  if ("when" in declaration) {
    const { channel, atLeast, atMost } = declaration.when;
    const otherwise = declaration.otherwise === undefined ? "" : `, else ${formula(declaration.otherwise)}`;
    return `${formula(declaration.pay)} while ${channel}${between(atLeast, atMost)}${otherwise}`;
  }
  if ("layers" in declaration) return declaration.layers.map(({ channel }) => channel).join(", then ");
  if ("potential" in declaration) {
    const { combine = "sum" } = declaration;
    const how = combine === "sum" ? "" : `the ${combine} combination of `;
    return `potential of ${how}${listed(Object.keys(declaration.potential))}`;
  }
  if ("subgoals" in declaration) return `sub-goals ${Object.keys(declaration.subgoals).join(", ")}`;
  if ("learnt" in declaration) {
    const { features, reads } = declaration.learnt;
    if (reads !== undefined) return `learnt worth of the text ${reads}`;
    return `learnt worth of ${features === "channels" ? "all channels" : listed(features)}`;
  }
  const each = Object.entries(declaration.agents).map(([agent, part]) => `${formula(part)} for ${agent}`);
  const { others } = declaration;
  return [...each, ...(others === undefined ? [] : [`${formula(others)} for others`])].join(", ");
}

type Term = readonly [weight: number, name: string];

/** A part of a sum, its weight apart. */
function term(part: RewardDeclaration): Term {
  if (typeof part === "string") return [1, part];
  return [part.weight ?? 1, enclosed(part)];
}

/** In brackets where it is a sum or has a condition; its own weight is left out. */
function enclosed(part: RewardDeclaration): string {
  const text = typeof part === "string" ? part : unweighted(part);
  return / [+−] | (while|for|then|between|at) /.test(text) ? `(${text})` : text;
}

/** `a − 3 × b + c`, with true signs. */
function joined(terms: readonly Term[]): string {
  const words = terms.map(([weight, name], k) => {
    const size = Math.abs(weight);
    const sign = weight < 0 ? (k === 0 ? "−" : " − ") : k === 0 ? "" : " + ";
    return `${sign}${size === 1 ? "" : `${size} × `}${name}`;
  });
  return words.join("");
}

function between(low: number | undefined, high: number | undefined): string {
  const text = (value: number) => String(value).replace("-", "−");
  if (low !== undefined && high !== undefined) return ` between ${text(low)} and ${text(high)}`;
  if (low !== undefined) return ` at least ${text(low)}`;
  return high === undefined ? "" : ` at most ${text(high)}`;
}
