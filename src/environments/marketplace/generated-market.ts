// Markets by chance, by the rules of the public data of arXiv 2510.25779: three businesses sell each customer's order, of which the third
// lacks an amenity that the customer needs.

import type { Random } from "../../core/random.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import type { Business, Customer, Market } from "./market.ts";

export const GOODS = ["restaurants", "contractors"] as const;
export type Goods = (typeof GOODS)[number];

/** Words that items are made of, with the range of usual prices, and what businesses are called and offer. */
interface Words {
  readonly kinds: readonly string[];
  readonly things: readonly string[];
  readonly prices: readonly [low: number, high: number];
  readonly names: readonly [readonly string[], readonly string[]];
  readonly praise: readonly string[];
  readonly amenities: readonly string[];
}

const split = (words: string): string[] => words.split(", ");

const WORDS: Readonly<Record<Goods, Words>> = {
  restaurants: {
    kinds: split(
      "Smoked, Grilled, Braised, Crispy, Spiced, Herbed, Roasted, Pickled, Charred, Citrus, Honeyed, Peppered, Creamy, Rustic, Golden, Slow-Cooked, Stuffed, Glazed, Garlic, Ginger, Sesame, Walnut, Lemon, Maple, Smashed, Country, Harbour, Garden, Winter, Summer",
    ),
    things: split(
      "Chicken Bowl, Lentil Soup, Fish Pie, Bean Stew, Pork Ribs, Beef Noodles, Mushroom Toast, Tomato Salad, Potato Cakes, Rice Pot, Prawn Skewers, Lamb Wrap, Cheese Dumplings, Corn Fritters, Pumpkin Curry, Apple Tart, Plum Cake, Berry Sorbet, Oat Biscuits, Iced Tea, Duck Roll, Egg Pancake, Spinach Lasagne, Cabbage Slaw",
    ),
    prices: [3, 20],
    names: [
      split(
        "Copper, Willow, Harbour, Juniper, Amber, Stone, Velvet, Lantern, Orchard, River, Saffron, Maple, Falcon, Cedar",
      ),
      split("Kitchen, Table, Spoon, Oven, Pantry, Grill, Corner, Hearth, Plate, Larder, Terrace, Cellar"),
    ],
    praise: split(
      "honest cooking, generous plates, quiet evenings, a changing menu, old family recipes, produce from nearby farms",
    ),
    amenities: split(
      "Outdoor Seating, Free Parking, Live Music, Wheelchair Access, Private Room, Takes Bookings, High Chairs, Late Kitchen, Free Wifi, Dogs Welcome",
    ),
  },
  contractors: {
    kinds: split(
      "Kitchen, Bathroom, Cellar, Attic, Garage, Garden, Balcony, Hallway, Bedroom, Stairwell, Terrace, Workshop, Facade, Porch, Pantry, Study, Laundry, Roof, Chimney, Driveway, Fence, Gutter, Skylight, Window, Door, Greenhouse, Shed, Pool, Sauna, Courtyard",
    ),
    things: split(
      "Tiling, Painting, Rewiring, Insulation, Plastering, Drainage, Flooring, Ventilation, Lighting, Demolition, Panelling, Waterproofing, Heating, Inspection, Glazing, Joinery, Brickwork, Cleaning, Sealing, Levelling, Shelving, Damp Repair, Soundproofing, Restoration",
    ),
    prices: [80, 900],
    names: [
      split(
        "Anchor, Summit, Keystone, Granite, Northern, Bright, Level, Plumb, Trusted, Square, Union, Solid, Prime, Steady",
      ),
      split(
        "Builders, Works, Renovation, Trades, Contractors, Crafts, Interiors, Homes, Partners, Repairs, Masons, Fitters",
      ),
    ],
    praise: split("careful work, fixed dates, clean sites, experienced crews, clear quotes, work that lasts"),
    amenities: split(
      "Weekend Work, Free Estimate, Insured Crew, Two-Year Warranty, Same-Day Visit, Instalments, Waste Removal, Own Materials, Evening Visits, Written Report",
    ),
  },
};

/** *normal*: about the usual price, with a standard deviation of an eighth of it. *uniform*: between the usual price and twice as much, the same for all items of a business. */
export const PRICES = ["normal", "uniform"] as const;

export interface MarketDraw {
  readonly goods: Goods;
  readonly customers: number;
  /** Businesses that sell the order of each customer, and how many of them lack an amenity that the customer needs. */
  readonly rivals: number;
  readonly lacking: number;
  readonly prices: (typeof PRICES)[number];
  /** Fewest further items of a business, of which it may have up to five more; 0 for none. */
  readonly further: number;
}

const SPREAD = 0.125;
/** Most customers of a market: orders share no item, and have two items on average. */
export const MOST_CUSTOMERS = 300;

/** Draws a market. A third of the orders have one, two and three items. */
export function generatedMarket(draw: MarketDraw, random: Random): Market {
  const { customers, rivals, lacking } = draw;
  const words = WORDS[draw.goods];
  const [low, high] = words.prices;
  const items = words.kinds.flatMap((kind) => words.things.map((thing) => `${kind} ${thing}`));
  const usual = new Map(items.map((item) => [item, money(random.uniform(low, high))]));
  const shuffled = Array.from(randomOrder(items.length, random), (k) => items[k]);
  let at = 0;
  const wanted = Array.from(randomOrder(customers, random), (place): Customer => {
    const size = 1 + (place % 3);
    const order = shuffled.slice(at, at + size);
    at += size;
    const needed = someOf(words.amenities, 1 + random.integer(2), random);
    const number = String(at).padStart(4, "0");
    const request = `I am looking for a business that offers ${joined(order)}, and has ${joined(needed)}.`;
    return {
      ...{ id: `customer_${number}`, name: `Customer ${number}`, request, amenities: needed },
      order: new Map(order.map((item) => [item, usual.get(item) ?? 0])),
    };
  });
  const businesses = wanted.flatMap((customer) =>
    Array.from({ length: rivals }, (_, nth) =>
      business(customer, nth >= rivals - lacking, { ...draw, words, items, usual }, random),
    ),
  );
  const named = randomOrder(businesses.length, random);
  return {
    customers: wanted.map((one, k) => ({ ...one, id: idOf("customer", k), name: `Customer ${k + 1}` })),
    businesses: Array.from(named, (from, k) => ({ ...businesses[from], id: idOf("business", k) })),
  };
}

interface Stock extends Pick<MarketDraw, "prices" | "further"> {
  readonly words: Words;
  readonly items: readonly string[];
  readonly usual: ReadonlyMap<string, number>;
}

function business(
  customer: Customer,
  lacks: boolean,
  { words, items, usual, prices, further }: Stock,
  random: Random,
): Business {
  const more = further === 0 ? 0 : further + random.integer(6);
  const others = someOf(items, more, random).filter((item) => !customer.order.has(item));
  const sold = [...customer.order.keys(), ...others];
  const dearness = 2 - random.uniform();
  const priced = sold.map((item): [string, number] => {
    const mean = usual.get(item) ?? 0;
    const ratio = prices === "normal" ? 1 + SPREAD * random.normal() : dearness;
    return [item, Math.max(0.01, money(mean * ratio))];
  });
  const menu = new Map(Array.from(randomOrder(priced.length, random), (k) => priced[k]));
  const needed = lacks ? customer.amenities.slice(1) : customer.amenities;
  const free = words.amenities.filter((one) => !customer.amenities.includes(one));
  const amenities = new Set([...needed, ...someOf(free, 2 + random.integer(3), random)]);
  const [firsts, seconds] = words.names;
  const name = `${firsts[random.integer(firsts.length)]} ${seconds[random.integer(seconds.length)]}`;
  const [one, other] = someOf(words.praise, 2, random);
  return { id: "", name, description: `${name} is known for ${one} and ${other}.`, rating: 1, menu, amenities };
}

/** Id of the k-th customer or business: `customer_0001`. */
export const idOf = (kind: string, k: number): string => `${kind}_${String(k + 1).padStart(4, "0")}`;
const money = (amount: number): number => Math.round(100 * amount) / 100;
const joined = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" and ");

/** Draws `count` different ones. */
const someOf = (all: readonly string[], count: number, random: Random): string[] =>
  Array.from(randomOrder(all.length, random).slice(0, count), (k) => all[k]);
