import { text, longText, guid, oneOf, integer, time, flag } from "../format/builders.ts";
import { resource, unique } from "../format/resource.ts";

/** Policies that replace a default of the code. */
export const policies = resource("policies", {
  class: "shared",
  key: "name",
  properties: {
    name: text(),
    expression: longText(),
    /** False: it is kept, and the default is in force. */
    enabled: flag(true),
    /** The number of its newest row in policyVersions. */
    number: integer(),
  },
});

/** Every change that was ever made to a policy. */
export const policyVersions = resource("policyVersions", {
  class: "append",
  key: "key",
  properties: {
    key: guid(),
    name: text(),
    /** From 1, counted per name, also beyond a reset. */
    number: integer(),
    action: oneOf(["set", "reset", "rollback"]),
    /** The stored expressions around the change; null = none was stored, so the default held. */
    before: longText().optional(),
    after: longText().optional(),
    enabled: flag(true),
    changedBy: text(),
    changedAt: time(),
    comment: longText().optional(),
  },
  indexes: [unique("name", "number")],
});
