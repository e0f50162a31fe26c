// A marketplace that writes messages, in words: customers search, ask, haggle, wait and pay; businesses propose and decline.

import { z } from "zod";
import { shortened } from "../../core/errors.ts";
import type { CalledTool, OfferedTool, ToolPart, ToolPlay } from "../../core/tool-play.ts";
import { writeText } from "../letters.ts";
import { MOST_PARTS, orderPrice } from "./market.ts";
import * as spec from "./talk-spec.ts";
import { AMOUNT, type MarketTalk } from "./talk-state.ts";
import { refusalOf, saidIn } from "./talk-views.ts";

/** What tools read of a world's settings. */
interface Settings {
  readonly rates: readonly number[];
  readonly letters: number;
  readonly cost: number;
  readonly commission: number;
  readonly pressing: string;
}

const id = (what: string) => z.string().min(1).describe(what);
const SHOWN = "id or number of a business that a search has shown: business_0001";
const none = z.strictObject({});

/** Argument schemas; `text` is there where a world has texts. */
const formsOf = (letters: number) => {
  const text = z.string().max(letters).default("").describe(`what you write besides, at most ${letters} characters`);
  const words = letters > 0 ? { text } : {};
  return {
    customer: {
      search: z.strictObject(letters > 0 ? { query: text.describe("what to search for; empty for the request") } : {}),
      ask: z.strictObject({ business: id(SHOWN), ...words }),
      ask_all: z.strictObject({ ...words }),
      haggle: z.strictObject({ business: id(SHOWN), ...words }),
      wait: none,
      pay: z.strictObject({ business: id(SHOWN) }),
      leave: none,
    },
    business: {
      propose: z.strictObject({
        customer: id("id of the customer whom you answer"),
        items: z.array(z.string()).min(1).describe("names of the items, as the order and your menu have them"),
        total: z.number().min(0).max(1e9).describe("price of all of them together"),
        amenities: z.boolean().describe("whether you say that you have all the amenities that the customer needs"),
        press: z.boolean().default(false).describe("whether the proposal presses the customer to pay at once"),
        ...words,
      }),
      decline: z.strictObject({ customer: id("id of the customer whom you answer"), ...words }),
      wait: none,
    },
  };
};

const ABOUT: Readonly<Record<string, string>> = {
  search: "Searches for further businesses.",
  ask: "Asks a business for a proposal of the whole order, and whether it has the amenities.",
  ask_all: "Asks all businesses that were shown and not asked yet.",
  haggle: "Asks a business that has answered for a better proposal.",
  wait: "Waits for the next message, and reads it.",
  pay: "Pays the last proposal of a business that you have read, which ends your shopping.",
  leave: "Ends your shopping without a purchase.",
  propose: "Proposes the whole order to the customer for a price.",
  decline: "Answers the customer that you propose nothing.",
};

const partOf = (task: string, forms: Readonly<Record<string, z.ZodType>>): ToolPart => ({
  task,
  tools: Object.entries(forms).map(([name, form]): OfferedTool => {
    const { $schema: _, ...parameters } = z.toJSONSchema(form, { io: "input" });
    return { name, description: ABOUT[name] ?? name, parameters };
  }),
});

const PARTS = "A proposal may be of a part of the order, which is worth nothing to you without the rest.";
const SHOP = [
  "You shop for a customer, who wants an order of items from one business that has all amenities named.",
  "An order that is met is worth twice its usual price to the customer, and a purchase without an amenity is worth nothing.",
  "Businesses answer when they are asked, in their own time. You may pay one proposal.",
].join("\n");

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 + 1e-9 * Math.abs(b);
const money = (amount: number): string => amount.toFixed(2);

export function talkTools(talk: MarketTalk, { rates, letters, cost, commission, pressing }: Settings): ToolPlay {
  const { state, sizes, deeds, most, market, kindOf, at } = talk;
  const { customers: C, slots: L } = sizes;
  const { step, searches, over, waits, latest, business, list, fits, written, open, reply } = state.views;
  const { read, proposal, current, queued } = state.views;
  const forms = formsOf(letters);
  const shop = partOf(letters > 0 ? `${SHOP}\n${PARTS}` : SHOP, forms.customer);
  const serve = partOf(
    [
      "You run a business on a marketplace. Customers ask you for an order, and you propose a price or decline.",
      `Of what a customer pays, the marketplace takes ${percentOf(commission)} and an order costs you ${percentOf(cost)} of its price on your menu.`,
      "A customer who pays a business without the amenities that it needs has lost its money.",
    ].join("\n"),
    forms.business,
  );
  const named = (pair: number) => market().businesses[business[pair]];
  const pairsOf = (c: number): number[] =>
    Array.from({ length: L }, (_, k) => c * L + k).filter((pair) => business[pair] >= 0);
  const saying = (row: number): string => saidIn(talk, row, pressing);

  const shopped = (c: number): string[] => {
    if (over[c] === 1) return ["Your shopping is over."];
    const { customers } = market();
    const pairs = pairsOf(c);
    const toCome = pairs.filter((pair) => open[pair] > 0 || reply[pair] > 0).length;
    const offers = pairs.filter((pair) => proposal[pair] > 0);
    const payable = offers.map((pair) => `${named(pair).id} for ${money(at(proposal[pair], AMOUNT))}`).join(", ");
    const opened = [`Replies to come: ${toCome}. Proposals: ${payable === "" ? "none" : payable}.`];
    const now = latest[c] < 0 ? -1 : c * L + latest[c];
    const news = now < 0 ? [] : [`${named(now).id} (${named(now).name}) ${saying(read[now])}`];
    const page = c * L + (searches[c] - 1) * (L / most.searches);
    const isFresh = pairs.every((pair) => pair < page || written[pair] === 0);
    if (!isFresh || (searches[c] > 1 && !pairs.some((pair) => pair >= page))) return [...news, ...opened];
    const { id: own, request, order } = customers[c];
    const items = Array.from(order, ([item, price]) => `${item}, usually ${money(price)}`).join("; ");
    return [...news, `You shop for ${own}: ${request}`, `The order: ${items}.`, ...found(c)];
  };

  const found = (c: number): string[] => [
    `Searches left: ${most.searches - searches[c]}. The search shows:`,
    ...pairsOf(c).map((pair, k) => {
      const { id: own, name, description, rating } = named(pair);
      return `${k + 1}. ${own}: ${name}, rating ${rating}. ${description}`;
    }),
  ];

  const served = (b: number): string[] => {
    const pair = current[b];
    if (pair < 0) return ["No message waits for your answer."];
    const { menu, amenities } = market().businesses[b];
    const { id: own, order, amenities: needed } = market().customers[Math.floor(pair / L)];
    const items = [...order.keys()];
    const lacking = items.filter((item) => !menu.has(item));
    const prices = items.map((item) => `${item} ${menu.has(item) ? money(menu.get(item) ?? 0) : "not on it"}`);
    const without = needed.filter((one) => !amenities.has(one));
    return [
      `${own} ${saying(open[pair])}.`,
      `It wants ${items.join("; ")}, and needs ${needed.length === 0 ? "no amenity" : needed.join(", ")}.`,
      `Your menu: ${prices.join("; ")}${lacking.length === 0 ? `, together ${money(list[pair])}` : ""}.`,
      without.length === 0 ? "You have all the amenities." : `You lack ${without.join(", ")}.`,
      ...(kindOf(open[pair]) === "haggle" ? [`Your last answer: you ${lastTo(pair)}`] : []),
      ...(letters > 0 ? [] : [`Totals that can be proposed: ${rates.map((r) => money(r * list[pair])).join(", ")}.`]),
      ...(queued[b] > 1 ? [`Further messages wait: ${queued[b] - 1}.`] : []),
    ];
  };
  const lastTo = (pair: number): string => saying(read[pair]).replace("proposes", "proposed");

  /** Writes an action: its deed, its price, what it leaves out, and its text. */
  const act = (action: Float64Array, deed: number, text = "", price = 0, leftOut = 0): undefined => {
    action.fill(0);
    action[0] = deed;
    if (letters === 0) return undefined;
    action[spec.PRICE_OWN] = price;
    action[spec.LEFT_OUT] = leftOut;
    writeText(text, action, spec.LETTERS, letters);
    return undefined;
  };

  const buy = (c: number, call: CalledTool, action: Float64Array): string | undefined => {
    const given = call.input ?? {};
    const wants = (name: keyof typeof forms.customer): string => wanted(name, forms.customer[name]);
    switch (call.name) {
      case "search": {
        const { success, data } = forms.customer.search.safeParse(given);
        return success ? act(action, deeds.search, textIn(data, "query")) : wants("search");
      }
      case "ask_all": {
        const { success, data } = forms.customer.ask_all.safeParse(given);
        return success ? act(action, deeds.askAll, textIn(data, "text")) : wants("ask_all");
      }
      case "wait":
      case "leave":
        return none.safeParse(given).success ? act(action, deeds[call.name]) : wants(call.name);
      case "ask":
      case "haggle":
      case "pay": {
        const { success, data } = forms.customer[call.name].safeParse(given);
        if (!success) return wants(call.name);
        const pairs = pairsOf(c);
        const wished = data.business;
        const pair = pairs.find((one, k) => [named(one).id, named(one).name, String(k + 1)].includes(wished));
        if (pair === undefined) return `no search has shown a business "${shortened(wished)}"`;
        return act(action, deeds[call.name] + (pair % L), textIn(data, "text"));
      }
      default:
        return `there is no tool ${call.name}`;
    }
  };

  const sell = (b: number, call: CalledTool, action: Float64Array): string | undefined => {
    const given = call.input ?? {};
    const pair = current[b];
    const { customers, businesses } = market();
    const customer = pair < 0 ? undefined : customers[Math.floor(pair / L)];
    const isOther = (own: string): string | undefined =>
      customer === undefined || own === customer.id
        ? undefined
        : customers.some((one) => one.id === own)
          ? `the message that waits is from ${customer.id}`
          : `there is no customer "${shortened(own)}"`;
    if (call.name === "wait") return none.safeParse(given).success ? act(action, deeds.wait) : wanted("wait", none);
    if (call.name === "decline") {
      const { success, data } = forms.business.decline.safeParse(given);
      if (!success) return wanted("decline", forms.business.decline);
      return isOther(data.customer) ?? act(action, deeds.decline, textIn(data, "text"));
    }
    if (call.name !== "propose") return `there is no tool ${call.name}`;
    const { success, data } = forms.business.propose.safeParse(given);
    if (!success) return wanted("propose", forms.business.propose);
    const other = isOther(data.customer);
    if (other !== undefined || customer === undefined) return other ?? act(action, deeds.propose);
    const { menu } = businesses[b];
    const invented = data.items.find((item) => !menu.has(item));
    if (invented !== undefined) return `your menu has no "${shortened(invented)}"`;
    const order = [...customer.order.keys()];
    const missing = order.find((item) => !data.items.includes(item));
    if (missing !== undefined && (letters === 0 || order.length > MOST_PARTS))
      return `a proposal has the whole order, and ${missing} is missing`;
    const more = data.items.find((item, k) => !customer.order.has(item) || data.items.indexOf(item) < k);
    if (more !== undefined)
      return `the order has no ${data.items.indexOf(more) < data.items.lastIndexOf(more) ? "second " : ""}${more}`;
    if (!data.amenities && fits[pair] === 1) return "you have all the amenities: amenities is true";
    const leftOut = order.reduce((sum, item, place) => sum + (data.items.includes(item) ? 0 : 2 ** place), 0);
    const listed = leftOut === 0 ? list[pair] : (orderPrice(customer, businesses[b], leftOut) ?? 0);
    const rate = rates.findIndex((one) => near(data.total, one * listed));
    if (data.total === 0 && rate < 0) return "the total is above 0";
    if (letters === 0 && rate < 0)
      return `the total may be ${rates.map((one) => money(one * list[pair])).join(" or ")}, and not ${money(data.total)}`;
    const tone = (data.amenities ? spec.BOASTFUL : 0) + (data.press ? spec.PRESSING : 0);
    const price = rate < 0 ? data.total : 0;
    return act(action, spec.proposalOf(deeds, Math.max(0, rate), tone), textIn(data, "text"), price, leftOut);
  };

  return {
    ...shop,
    part: (seat) => (seat < C ? shop : serve),
    idle(seat, action) {
      if (seat < C ? over[seat] === 0 && waits[seat] === 0 : current[seat - C] >= 0) return false;
      act(action, deeds.wait);
      return true;
    },
    shown(seat) {
      const refusal = step[0] === 0 ? undefined : refusalOf(talk, seat);
      const news = seat < C ? shopped(seat) : served(seat - C);
      return [...(refusal === undefined ? [] : [refusal]), ...news].join("\n");
    },
    read: (call, seat, action) => (seat < C ? buy(seat, call, action) : sell(seat - C, call, action)),
  };
}

const percentOf = (part: number): string => `${Number((100 * part).toPrecision(3))} %`;

const wanted = (name: string, form: z.ZodType): string =>
  `${name} wants ${JSON.stringify(z.toJSONSchema(form, { io: "input" }).properties ?? {})}`;

/** A text among arguments, "" where the world has none. */
function textIn(data: object, name: "query" | "text"): string {
  const text: unknown = Object.hasOwn(data, name) ? Reflect.get(data, name) : "";
  return typeof text === "string" ? text : "";
}
