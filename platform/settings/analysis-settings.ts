import { analysesKeptDays } from "#domain/analysis-limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { wholeNumber } from "./setting-schemas.ts";

/** Settings of simulations and of the search for roles. */
export const analysisSettings = {
  analysesKeptDays: {
    ...wholeNumber("days", analysesKeptDays, 1, 3_650),
    stored: "atOnce",
    name: "ANALYSES_KEPT_DAYS",
    description: "Days for which simulations and suggested roles, with their rows, are kept after their end.",
  },
} as const satisfies Record<string, SettingDefinition>;
