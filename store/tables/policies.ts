import { flag, integer, key, longText, optional, table, text, time } from "../columns.ts";

/** Policies that replace a default of the code, and every change that was ever made to them. */
export const policyTables = {
  policies: table({
    class: "shared",
    primaryKey: "name",
    columns: {
      name: text(),
      expression: longText(),
      /** False: it is kept, and the default is in force. */
      enabled: flag(true),
      /** The number of its newest row in policyVersions. */
      number: integer(),
    },
  }),
  policyVersions: table({
    class: "append",
    primaryKey: "key",
    columns: {
      key: key(),
      name: text(),
      /** From 1, counted per name, also beyond a reset. */
      number: integer(),
      action: text(20),
      /** The stored expressions around the change; null = none was stored, so the default held. */
      before: optional(longText()),
      after: optional(longText()),
      enabled: flag(true),
      changedBy: text(),
      changedAt: time(),
      comment: optional(longText()),
    },
  }),
};
