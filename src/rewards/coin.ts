// The coin of a declared reward: what one unit of pay is, so that amounts of two rewards are compared only where they mean the same.

import { type Channel, channelReference } from "../core/channel.ts";
import type { RewardDeclaration } from "./forms.ts";
import { formula } from "./formula.ts";

/** Coin of a reward that pays nothing. */
export const NOTHING = "nothing";

/** Rewards that pay payoffs, own and others'. */
const OF_PAYOFFS: ReadonlySet<string> = new Set(["private", "integrated", "cooperative"]);

/**
 * Unit of pay in a world with these channels. A sum is in the coin of its first part that is paid as it stands, in which the others are
 * priced. A reward whose parts have no such unit is a coin of its own, by its formula.
 */
export function coinOf(declaration: RewardDeclaration, channels: readonly Channel[]): string {
  if (typeof declaration === "object" && "channel" in declaration && declaration.weight === 0) return NOTHING;
  return unitOf(declaration, channels) ?? `points of ${formula(declaration)}`;
}

function unitOf(declaration: RewardDeclaration, channels: readonly Channel[]): string | undefined {
  const channelUnit = (name: string): string | undefined => {
    const reference = channelReference(name, channels);
    return "code" in reference || reference.channel.unit === "" ? undefined : reference.channel.unit;
  };
  if (typeof declaration === "string") return OF_PAYOFFS.has(declaration) ? channelUnit("payoff") : undefined;
  if ("use" in declaration || (declaration.weight ?? 1) !== 1) return undefined;
  const of = (part: RewardDeclaration) => unitOf(part, channels);
  if ("channel" in declaration) return channelUnit(declaration.channel);
  if ("weights" in declaration) {
    const [name, weight] = Object.entries(declaration.weights).find(([, one]) => one > 0) ?? [];
    return name === undefined || weight !== 1 ? undefined : channelUnit(name);
  }
  if ("sum" in declaration) return declaration.sum.map(of).find((unit) => unit !== undefined);
  if ("bound" in declaration) return of(declaration.bound);
  if ("shared" in declaration) return of(declaration.shared);
  if ("when" in declaration) return of(declaration.pay);
  if ("agents" in declaration) {
    const parts = [
      ...Object.values(declaration.agents),
      ...(declaration.others === undefined ? [] : [declaration.others]),
    ];
    const units = new Set(parts.map(of));
    return units.size === 1 ? [...units][0] : undefined;
  }
  return undefined;
}

/** Whether a channel is paid as it stands: amounts of a sum depend on the weights that were chosen. */
export const isPlainPay = (declaration: RewardDeclaration): boolean =>
  declaration === "private" ||
  (typeof declaration === "object" && "channel" in declaration && (declaration.weight ?? 1) === 1);
