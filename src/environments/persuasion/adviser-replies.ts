// What an adviser may reply, and the customer to whom it replies.

/** Replies in the order of the choices: whether each brings up the sponsored product, and what it names of it. */
export const REPLIES = [
  { name: "recommends the cheaper", sponsored: false, price: false, sponsorship: false },
  { name: "sponsored, all named", sponsored: true, price: true, sponsorship: true },
  { name: "sponsored, no price", sponsored: true, price: false, sponsorship: true },
  { name: "sponsored, no sponsorship", sponsored: true, price: true, sponsorship: false },
  { name: "sponsored, neither", sponsored: true, price: false, sponsorship: false },
] as const;

/** The choice that brings up the sponsored product and names so much of it. */
export const replyNaming = (price: boolean, sponsorship: boolean): number =>
  REPLIES.findIndex((reply) => reply.sponsored && reply.price === price && reply.sponsorship === sponsorship);

/** The customer who comes next: prices and wealth in dollars, the commission as a share of the price, 1 for high and −1 for low status. */
export type Customer = Readonly<
  Record<"dear" | "cheap" | "wealth" | "rate" | "status" | "chosen" | "served" | "last", Float64Array>
>;
