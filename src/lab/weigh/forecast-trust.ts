// How far forecasts were right where they were held against training, in a sentence with the figures of the manual's page.

import { number, withInterval } from "../../evaluation/number-format.ts";
import { FORECAST_RECORD } from "./forecast-record.ts";

const { kl, pays, seeds, rank, sign, error } = FORECAST_RECORD;

export const FORECAST_TRUST = `On a small language model (${pays} pays, ${seeds} seeds, a KL of ${number(kl, 3)}) such forecasts ranked what training bought with a correlation of ${withInterval(rank)}; ${withInterval(sign)} of signs were right, and gains erred by ${withInterval(error)} on average: docs/guides/how-right-forecasts-are.md.`;
