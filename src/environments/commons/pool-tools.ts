// A common pool in words: what an agent is shown, and the tools by which it takes and waits.

import { z } from "zod";
import type { CalledTool, OfferedTool, ToolPlay } from "../../core/tool-play.ts";
import { short } from "../scene-shapes.ts";
import type { Messages } from "./messages.ts";

/** What the tools read of a pool. */
interface Pool {
  readonly agents: number;
  readonly amounts: number;
  /** The largest take of an agent. */
  readonly most: number;
  readonly capacity: number;
  /** Whether an agent sees the last take of another so far round the ring. */
  readonly sees: (distance: number) => boolean;
  readonly talk: Messages;
  readonly views: Readonly<Record<"stock" | "takes" | "said" | "text", Float64Array>>;
}

export function poolTools({ agents, amounts, most, capacity, sees, talk, views }: Pool): ToolPlay {
  const { stock, takes } = views;
  const waiting = z.strictObject({ ...talk.form });
  const form = z.strictObject({
    parts: z.int().min(1).max(amounts).default(amounts).describe(`parts to take, of ${amounts}`),
    ...talk.form,
  });
  const { $schema: _, ...partsSchema } = z.toJSONSchema(form, { io: "input" });
  const { $schema: __, ...none } = z.toJSONSchema(waiting, { io: "input" });
  const tools: readonly OfferedTool[] = [
    {
      name: "take",
      description: `Takes up to ${short(most)} from the pool.`,
      parameters: amounts === 1 ? none : partsSchema,
    },
    { name: "wait", description: "Takes nothing in this step.", parameters: none },
  ];
  const takeOf = (seat: number, distance: number): string => {
    const name = distance === 0 ? "You" : `Agent ${((seat + distance) % agents) + 1}`;
    return `${name} took ${short(takes[(seat + distance) % agents])}`;
  };
  return {
    task: [
      `You and ${agents - 1} others share a pool that holds ${short(capacity)} at most.`,
      "In each step everyone takes something or waits, at the same time. What is left grows back.",
      "When the pool is used up, it stays empty.",
      ...(talk.isOn
        ? [
            `You may send your neighbours one of a few messages${talk.letters > 0 ? " and a text" : ""}, which cost nothing and bind no agent.`,
          ]
        : []),
    ].join("\n"),
    tools,
    shown(seat) {
      const seen = Array.from({ length: agents }, (_, distance) => distance).filter(sees);
      const last = seen.length === 0 ? "" : `\nIn the last step: ${seen.map((k) => takeOf(seat, k)).join(", ")}.`;
      return [`The pool holds ${short(stock[0])}.${last}`, ...talk.heard(views, seat)].join("\n");
    },
    read(call: CalledTool, _seat, action) {
      const isWait = call.name === "wait";
      const read = (isWait ? waiting : form).safeParse(isWait && !talk.isOn ? {} : (call.input ?? {}));
      if (!read.success) {
        const say = talk.isOn ? `${isWait ? "" : ", and "}${talk.wanted}` : "";
        return isWait ? `wait wants ${say === "" ? "nothing" : say}` : `take wants parts from 1 to ${amounts}${say}`;
      }
      const parts = "parts" in read.data && typeof read.data.parts === "number" ? read.data.parts : 0;
      action[0] = parts + (amounts + 1) * talk.saidIn(read.data);
      talk.write(read.data, action, 1);
      return undefined;
    },
  };
}
