import { changesKeptDays, logRowsMax } from "#domain/node-log-limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { wholeNumber } from "./setting-schemas.ts";

/** The settings of the change log that nodes read. */
export const nodeSettings = {
  changesKeptDays: {
    name: "CHANGES_KEPT_DAYS",
    description:
      "Days for which a change stays in the change log at least; afterwards it leaves once all other nodes have acknowledged it.",
    ...wholeNumber("days", changesKeptDays, 1, 365),
    stored: "atOnce",
  },
  changeLogRowsMax: {
    name: "CHANGE_LOG_ROWS_MAX",
    description:
      "Rows that the change log keeps for one silent node beyond CHANGES_KEPT_DAYS; at 50 % superusers are notified, and from 80 % on that node has to join again.",
    ...wholeNumber("rows", logRowsMax, 1_000, 1_000_000_000),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
