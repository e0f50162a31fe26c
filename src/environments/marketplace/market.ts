// Two-sided markets: what customers want, what businesses sell, and what a purchase is worth. After arXiv 2510.25779 and its public data.

/** A customer, an order of one of each item, and the amenities that a business must have. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  /** What the customer asks an assistant for, in words. */
  readonly request: string;
  /** The items of the order with their usual prices. An order that is met is worth twice their sum. */
  readonly order: ReadonlyMap<string, number>;
  readonly amenities: readonly string[];
}

/** A business. Search shows its name, description and rating; prices and amenities are private until they are asked for. */
export interface Business {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly rating: number;
  /** Prices of the items on its menu. */
  readonly menu: ReadonlyMap<string, number>;
  readonly amenities: ReadonlySet<string>;
}

/** All customers and businesses, in the order of their ids. */
export interface Market {
  readonly customers: readonly Customer[];
  readonly businesses: readonly Business[];
}

/** How many times its usual price an order is worth that is met. */
export const WORTH = 2;

/** Sum of an order's usual prices. */
export const usualPrice = ({ order }: Customer): number => sum(order.values());

/** List price of a customer's order, or of a part of it, at a business; undefined where it does not sell all of that, or nothing is left. */
export function orderPrice({ order }: Customer, { menu }: Business, leftOut = 0): number | undefined {
  let [total, place, count] = [0, 0, 0];
  for (const item of order.keys()) {
    const isLeft = isLeftOut(leftOut, place);
    place += 1;
    if (isLeft) continue;
    const price = menu.get(item);
    if (price === undefined) return undefined;
    total += price;
    count += 1;
  }
  return count === 0 ? undefined : total;
}

/** Most items of an order of which a part can be proposed: a number holds a bit for each. */
export const MOST_PARTS = 40;

/** Whether an item of an order, by its place, is left out of a proposal: `leftOut` has the bit 2^place. */
export const isLeftOut = (leftOut: number, place: number): boolean => Math.floor(leftOut / 2 ** place) % 2 === 1;

/** Whether a business has every amenity that a customer needs. */
export const hasAmenities = ({ amenities: needed }: Customer, { amenities }: Business): boolean =>
  needed.every((one) => amenities.has(one));

/** A business that sells all of a customer's order. */
export interface Offer {
  /** Index among the businesses. */
  readonly business: number;
  readonly price: number;
  readonly fits: boolean;
}

/** Offers for a customer's order, in the order of the businesses. */
export const offersFor = (customer: Customer, businesses: readonly Business[]): Offer[] =>
  businesses.flatMap((business, k) => {
    const price = orderPrice(customer, business);
    return price === undefined ? [] : [{ business: k, price, fits: hasAmenities(customer, business) }];
  });

/** Customer's utility of a payment: the worth of the order where the business meets it and has the amenities, less the price. */
export const utilityOf = (usual: number, { price, fits }: Pick<Offer, "price" | "fits">): number =>
  (fits ? WORTH * usual : 0) - price;

/** Sums of utilities over all customers, by four ways to choose that know every offer. */
export interface Benchmarks {
  /** The cheapest offer that fits; no purchase where it would lose. */
  readonly best: number;
  /** The cheapest offer, whether it fits or not. */
  readonly cheapest: number;
  /** Mean of a random offer that fits, and of a random offer. */
  readonly anyThatFits: number;
  readonly any: number;
}

/** Computes the benchmarks of a market. A customer without such an offer adds 0. */
export function benchmarksOf({ customers, businesses }: Market): Benchmarks {
  const all = customers.map((customer) => {
    const usual = usualPrice(customer);
    const offers = offersFor(customer, businesses);
    const fitting = offers.filter(({ fits }) => fits);
    const worth = (offer: Offer) => utilityOf(usual, offer);
    const cheapestOf = (some: readonly Offer[]) =>
      some.reduce<Offer | undefined>((low, one) => (low === undefined || one.price < low.price ? one : low), undefined);
    const [best, cheapest] = [cheapestOf(fitting), cheapestOf(offers)];
    return {
      best: best === undefined ? 0 : Math.max(0, worth(best)),
      cheapest: cheapest === undefined ? 0 : worth(cheapest),
      anyThatFits: meanOf(fitting.map(worth)),
      any: meanOf(offers.map(worth)),
    };
  });
  const total = (name: keyof Benchmarks) => sum(all.map((one) => one[name]));
  return { best: total("best"), cheapest: total("cheapest"), anyThatFits: total("anyThatFits"), any: total("any") };
}

const meanOf = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
