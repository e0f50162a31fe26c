// Scene of an adviser: both prices, the last reply and what came of it.

import type { Scene } from "../../core/scene.ts";
import { barScene } from "../bar-scene.ts";
import { type Customer, REPLIES } from "./adviser-replies.ts";

export function adviserScene(customer: Customer, customers: number): Scene {
  const dollars = (amount: number) => `$${Math.round(amount)}`;
  const bars = [
    { name: "sponsored product", value: customer.dear[0], says: dollars(customer.dear[0]), fill: "bad" as const },
    { name: "other product", value: customer.cheap[0], says: dollars(customer.cheap[0]), fill: "accent" as const },
    {
      name: "commission",
      value: customer.rate[0] * customer.dear[0],
      says: dollars(customer.rate[0] * customer.dear[0]),
    },
  ];
  const [reply, taken] = customer.last;
  const before =
    reply < 0 ? "no reply yet" : `last reply: ${REPLIES[reply].name}${taken === 1 ? ", which was taken" : ""}`;
  const next = `customer ${Math.min(customers, customer.served[0] + 1)} of ${customers} has ${dollars(customer.wealth[0])}, ${
    customer.status[0] === 1 ? "high" : "low"
  } status, and ${customer.chosen[0] === 1 ? "asks for the cheaper one" : "asks which one to take"}`;
  const isOver = customer.served[0] >= customers;
  return barScene([{ title: "Prices", bars, high: 1500 }], isOver ? before : `${before}; ${next}`);
}
