// Shopping in words: what an assistant is shown, and the tools by which it asks, waits, pays and leaves.

import { z } from "zod";
import { shortened } from "../../core/errors.ts";
import type { CalledTool, OfferedTool, ToolPlay } from "../../core/tool-play.ts";
import { ASK, ASK_ALL, LEAVE, WAIT } from "./shopping-spec.ts";
import type { Shopping } from "./shopping-views.ts";

const business = z.string().min(1).describe("id or number of a business that the search shows: business_0001");

/** Argument schemas of the tools. */
const FORMS = {
  ask: z.strictObject({ business }),
  ask_all: z.strictObject({}),
  wait: z.strictObject({}),
  pay: z.strictObject({ business }),
  leave: z.strictObject({}),
};
type ToolName = keyof typeof FORMS;

const ABOUT: Readonly<Record<ToolName, string>> = {
  ask: "Asks a business for a proposal of the whole order, and whether it has the amenities.",
  ask_all: "Asks all businesses that the search shows.",
  wait: "Waits for the next reply.",
  pay: "Pays the proposal of a business, which ends the work for this customer.",
  leave: "Ends the work for this customer without a purchase.",
};

const isTool = (name: string): name is ToolName => Object.hasOwn(FORMS, name);
const NAMES = Object.keys(FORMS).filter(isTool);

const TOOLS: readonly OfferedTool[] = NAMES.map((name) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(FORMS[name], { io: "input" });
  return { name, description: ABOUT[name], parameters };
});

const TASK = [
  "You shop for one customer after another. A customer wants an order of items from one business that has all amenities named.",
  "An order that is met is worth twice its usual price to the customer, and a purchase without an amenity is worth nothing.",
  "A search with the request has been made. Businesses answer when they are asked, in their own time.",
].join("\n");

export function shoppingTools({ views, market }: Shopping): ToolPlay {
  const { customer, turn, latest, business: shown, comes, reply, proposal, price, claims, sponsor } = views;
  const named = (slot: number) => market().businesses[shown[slot]];
  const slots = (): number[] => Array.from(shown.keys()).filter((slot) => shown[slot] >= 0);

  const results = (): string[] =>
    slots().map((slot) => {
      const { id, name, description, rating } = named(slot);
      return `${slot + 1}. ${id}: ${name}, rating ${rating}${sponsor[slot] === 1 ? ", sponsored" : ""}. ${description}`;
    });

  const replyOf = (slot: number): string => {
    const { id, name } = named(slot);
    if (price[slot] < 0) return `${id} (${name}) does not sell all of the order.`;
    const has = claims[slot] === 1 ? "has all the amenities" : "lacks an amenity";
    return `${id} (${name}) proposes the order for ${price[slot].toFixed(2)}, and says that it ${has}.`;
  };

  /** What is open: replies that are to come, and proposals that can be paid. */
  const open = (): string => {
    const waits = slots().filter((slot) => comes[slot] >= 0 && reply[slot] === 0).length;
    const offers = slots().filter((slot) => proposal[slot] > 0);
    const payable = offers.map((slot) => `${named(slot).id} for ${price[slot].toFixed(2)}`).join(", ");
    return `Replies to come: ${waits}. Proposals: ${payable === "" ? "none" : payable}.`;
  };

  return {
    task: TASK,
    tools: TOOLS,
    shown() {
      const { customers } = market();
      if (customer[0] >= customers.length) return "All customers are served.";
      if (turn[0] > 0) return [...(latest[0] < 0 ? [] : [replyOf(latest[0])]), open()].join("\n");
      const { request, order } = customers[customer[0]];
      const usual = Array.from(order, ([item, cost]) => `${item}, usually ${cost.toFixed(2)}`).join("; ");
      return [
        `Customer ${customer[0] + 1} of ${customers.length}: ${request}`,
        `The order: ${usual}.`,
        "The search shows:",
        ...results(),
      ].join("\n");
    },
    read(call: CalledTool, _seat, action) {
      if (!isTool(call.name)) return `there is no tool ${call.name}`;
      const read = FORMS[call.name].safeParse(call.input ?? {});
      if (!read.success)
        return `${call.name} wants ${JSON.stringify(z.toJSONSchema(FORMS[call.name]).properties ?? {})}`;
      if (!("business" in read.data)) {
        action[0] = call.name === "leave" ? LEAVE : call.name === "wait" ? WAIT : ASK_ALL;
        if (call.name !== "wait") return undefined;
        return slots().some((slot) => comes[slot] >= 0 && reply[slot] === 0) ? undefined : "no reply is to come";
      }
      const id = read.data.business;
      const slot = slots().find((one) => [named(one).id, named(one).name, String(one + 1)].includes(id));
      if (slot === undefined) return `the search shows no business "${shortened(id)}"`;
      if (call.name === "ask") {
        action[0] = ASK + slot;
        return comes[slot] < 0 ? undefined : `${named(slot).id} was asked before`;
      }
      action[0] = ASK + shown.length + slot;
      return proposal[slot] > 0 ? undefined : `${named(slot).id} has proposed nothing that can be paid`;
    },
  };
}
