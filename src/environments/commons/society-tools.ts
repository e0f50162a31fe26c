// A society at a common resource in words: a member sees what happened to itself and to the resource, and how a peer fares. No word says how
// actions become income.

import { z } from "zod";
import type { CalledTool, ToolPlay } from "../../core/tool-play.ts";
import { percent } from "../scene-shapes.ts";
import type { Messages } from "./messages.ts";

/** What the tools read of a society. */
interface Society {
  readonly agents: number;
  readonly capacity: number;
  readonly fine: number;
  readonly talk: Messages;
  readonly views: Readonly<
    Record<
      | "stock"
      | "before"
      | "period"
      | "norm"
      | "effort"
      | "opinion"
      | "watch"
      | "harvest"
      | "fines"
      | "fared"
      | "peer"
      | "said"
      | "text",
      Float64Array
    >
  >;
}

const living = z.strictObject({
  effort: z.number().min(0).max(1).describe("effort to harvest with, from 0 to 1"),
  norm: z.number().min(0).max(1).describe("effort that no member should exceed, in your opinion"),
  watch: z.boolean().describe("whether to watch another member, at a cost"),
});

export function societyTools({ agents, capacity, fine, talk, views }: Society): ToolPlay {
  const form = living.extend(talk.form);
  const { $schema: _, ...parameters } = z.toJSONSchema(form, { io: "input" });
  const { stock, before, period, norm, effort, opinion, watch, harvest, fines, fared, peer } = views;
  const abundance = (): string => {
    const left = stock[0] / capacity;
    return left > 0.8 ? "plentiful" : left > 0.5 ? "good" : left > 0.2 ? "low" : "nearly gone";
  };
  const change = (): string => {
    const moved = (stock[0] - before[0]) / capacity;
    return moved > 0.002 ? "growing" : moved < -0.002 ? "shrinking" : "steady";
  };
  return {
    task: [
      `You are one of ${agents} members of a society that lives on one common resource, which grows back.`,
      "In each period you choose an effort, say what effort no member should exceed, and may watch another member.",
      `The median opinion is the group's norm.${fine > 0 ? " A member that is seen above it pays a fine." : ""}`,
      ...(talk.isOn
        ? [
            `You may send your neighbours one of a few messages${talk.letters > 0 ? " and a text" : ""}, which cost nothing and bind no member.`,
          ]
        : []),
    ].join("\n"),
    tools: [{ name: "live", description: "Decides for this period.", parameters }],
    shown(seat) {
      if (period[0] === 0) return `The resource is ${abundance()}. This is the first period.`;
      const other = peer[seat];
      const fares = fared[other] > fared[seat] ? "richer" : fared[other] < fared[seat] ? "poorer" : "as rich";
      return [
        `The resource is ${abundance()} and ${change()}. You harvested ${harvest[seat].toFixed(2)} with an effort of ${percent(effort[seat])}.`,
        `The group's norm is ${percent(norm[0])}.${fines[seat] > 0 ? " You were fined for taking more." : ""}`,
        `You meet member ${other + 1}, who looks ${fares}${fares === "as rich" ? " as" : " than"} you: effort ${percent(effort[other])}, says ${percent(opinion[other])} is enough, ${watch[other] === 1 ? "watches" : "does not watch"} others.`,
        ...talk.heard(views, seat),
      ].join("\n");
    },
    read(call: CalledTool, _seat, action) {
      const read = form.safeParse(call.input ?? {});
      if (!read.success) {
        const say = talk.isOn ? `, ${talk.wanted}` : "";
        return `live wants { effort: 0 to 1, norm: 0 to 1, watch: true or false${say} }`;
      }
      action[0] = read.data.effort;
      action[1] = read.data.norm;
      action[2] = read.data.watch ? 1 : 0;
      if (talk.isOn) action[3] = talk.saidIn(read.data);
      talk.write(read.data, action, 4);
      return undefined;
    },
  };
}
