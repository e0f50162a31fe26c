// A common pool in words: what an agent is shown, and the tools by which it takes and waits.

import { z } from "zod";
import type { CalledTool, OfferedTool, ToolPlay } from "../../core/tool-play.ts";
import { short } from "../scene-shapes.ts";

/** What the tools read of a pool. */
interface Pool {
  readonly agents: number;
  readonly amounts: number;
  /** The largest take of an agent. */
  readonly most: number;
  readonly capacity: number;
  /** Whether an agent sees the last take of another so far round the ring. */
  readonly sees: (distance: number) => boolean;
  readonly views: Readonly<Record<"stock" | "takes", Float64Array>>;
}

/** Play by tools on a pool. */
export function poolTools({ agents, amounts, most, capacity, sees, views }: Pool): ToolPlay {
  const { stock, takes } = views;
  const form = z.strictObject({
    parts: z.int().min(1).max(amounts).default(amounts).describe(`parts to take, of ${amounts}`),
  });
  const { $schema: _, ...partsSchema } = z.toJSONSchema(form, { io: "input" });
  const none = { type: "object", properties: {}, additionalProperties: false };
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
    ].join("\n"),
    tools,
    shown(seat) {
      const seen = Array.from({ length: agents }, (_, distance) => distance).filter(sees);
      const last = seen.length === 0 ? "" : `\nIn the last step: ${seen.map((k) => takeOf(seat, k)).join(", ")}.`;
      return `The pool holds ${short(stock[0])}.${last}`;
    },
    read(call: CalledTool, _seat, action) {
      if (call.name === "wait") action[0] = 0;
      else {
        const read = form.safeParse(call.input ?? {});
        if (!read.success) return `take wants parts from 1 to ${amounts}`;
        action[0] = read.data.parts;
      }
      return undefined;
    },
  };
}
