// The setting of a world that is played without an experiment: it is paid by payoffs, or by its first channel.

import { UserError } from "../../core/errors.ts";
import type { Catalogue } from "../experiment/catalogue.ts";
import type { Description } from "../experiment/description.ts";
import { type Setting, settingOf } from "../experiment/setting.ts";

export interface PaidSetting {
  readonly setting: Setting;
  readonly description: Description;
  /** The channel that is paid, where the world has no payoff. */
  readonly paid?: string;
}

/** Returns the setting. A world that lacks payoffs pays its first channel, unless the description's reward was `chosen` by the user. */
export function paidSetting(
  description: Description,
  { objective, chosen }: { readonly objective?: unknown; readonly chosen: boolean },
  parts: Catalogue,
): PaidSetting {
  try {
    return { setting: settingOf(description, objective, parts), description };
  } catch (error) {
    const lacksPayoff = error instanceof UserError && error.problems.some(({ code }) => code === "missing-channel");
    if (chosen || !lacksPayoff) throw error;
    const { id, ...parameters } = description.environment;
    const [{ name }] = parts.environments.get(String(id)).make(parameters).spec.channels;
    const changed = { ...description, reward: { channel: name } };
    return { setting: settingOf(changed, objective, parts), description: changed, paid: name };
  }
}
