// Worlds in which an agent may call tools before it answers.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { ticketDesk } from "./ticket-desk.ts";
import { zoomWorld } from "./zoom.ts";

export const toolWorlds: readonly Bound<NumericEnvironment>[] = [zoomWorld, ticketDesk];
