// Every study that Agon ships, in the order of the manual.

import type { Study } from "./study.ts";

export const studies: readonly Study[] = [];
