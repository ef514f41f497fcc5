import { z } from "zod";

import { endNoticeDays, externalLongestDays, leaverAccessDays } from "#domain/people-limits.ts";
import { leaverAccessWays } from "#domain/requests/leaver-access.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { trueOrFalse, wholeNumber } from "./setting-schemas.ts";

/** Settings of the starts and ends of people. */
export const peopleSettings = {
  externalPeople: {
    name: "EXTERNAL_PEOPLE",
    description: "ID of the user class of external people, who need an end and a sponsor; without it nobody does.",
    type: "name",
    default: null,
    schema: z.string().nullable(),
    stored: "atOnce",
  },
  externalLongestDays: {
    name: "EXTERNAL_LONGEST_DAYS",
    description: "Days from now within which the end of an external person must lie when it is set or extended.",
    ...wholeNumber("days", externalLongestDays, 1, 3_650),
    stored: "atOnce",
  },
  endNoticeDays: {
    name: "END_NOTICE_DAYS",
    description:
      "Days before the end of a user at which the user, the sponsor and the manager are notified; 0 = nobody is.",
    ...wholeNumber("days", endNoticeDays, 0, 365),
    stored: "atOnce",
  },
  blockCheckAllNodes: {
    ...trueOrFalse(false),
    stored: "atOnce",
    name: "IDPM BLOCK CHECK ALL NODES",
    description:
      "A password reset asks all nodes for blocks of password resets, not this one alone. A node that gives no answer blocks nothing, and the operation has a warning.",
  },
  leaverAccess: {
    name: "LEAVER_ACCESS",
    description:
      "End of the access of people who leave. keep: it stays; at-once: with the end of the person; after-days: LEAVER_ACCESS_DAYS later; after-approval: once the manager has approved it.",
    type: leaverAccessWays.join(" or "),
    default: "after-approval",
    schema: z.enum(leaverAccessWays),
    stored: "atOnce",
  },
  leaverAccessDays: {
    name: "LEAVER_ACCESS_DAYS",
    description:
      "Days after the end of a person at which the access ends with after-days, and with after-approval if nobody decides.",
    ...wholeNumber("days", leaverAccessDays, 1, 3_650),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
