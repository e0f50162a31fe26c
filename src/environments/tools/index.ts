// Worlds in which an agent may call tools before it answers.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const toolWorlds: Sources<Bound<NumericEnvironment>> = {
  "tools/zoom": async () => (await import("./zoom.ts")).zoomWorld,
  "tools/ticket-desk": async () => (await import("./ticket-desk.ts")).ticketDesk,
};
