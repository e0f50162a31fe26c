// Bandits with actions that work through a hidden state, as an experiment with claims.

import { experimentStudy } from "../../study/experiment-study.ts";

export const dynamicalLinearBandits = experimentStudy(import.meta.url);
