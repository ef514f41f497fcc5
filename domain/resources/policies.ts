import { type PolicyField, policyOrigins } from "../policy-origins.ts";
import { flag, guid, integer, json, longText, oneOf, text, time } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Policies, each of which says who may make one kind of call. Each default has a row, and a stored policy replaces it. */
export const policies = resource("policies", {
  class: "shared",
  holds: "configuration",
  key: "name",
  entity: { type: "Policy", key: "policyName" },
  properties: {
    name: text().searched().policy().shown("Name of the policy, derived from the route of the call."),
    expression: longText()
      .optional()
      .changed()
      .searched()
      .shown("Saved expression of the policy; null if none is saved and the default applies."),
    enabled: flag(true)
      .changed()
      .policy()
      .shown("True if the saved expression is active; otherwise the default of this name applies."),
    number: integer().initially(0).policy().shown("Number of the latest version; 0 if the policy was never changed."),
    origin: oneOf(policyOrigins)
      .elsewhere()
      .shown("Origin of the active expression; setAside if an expression is saved but the default is active."),
    inForce: longText().elsewhere().shown("Active expression."),
    default: longText().optional().elsewhere().shown("Default expression; null if no route uses the policy."),
    fault: longText()
      .optional()
      .elsewhere()
      .shown("Reason why the policy denies all calls; null if it can be evaluated."),
    resource: text().optional().elsewhere().shown("Type of `resource` in the expression; null if there is none."),
    fields: json<readonly PolicyField[]>().elsewhere().shown("Fields of `resource` that the expression may read."),
  },
  relations: { versions: many("policyVersions", "name") },
  policies: { policy: {} },
});

/** Every change that was ever made to a policy. */
export const policyVersions = resource("policyVersions", {
  class: "append",
  holds: "data",
  key: "key",
  entity: { type: "PolicyVersion", key: "policyVersionKey" },
  properties: {
    key: guid().shown("Key of the version."),
    name: text().policy().shown("Name of the policy."),
    number: integer().shown("Version number, from 1 for each policy, also after a reset."),
    action: oneOf(["set", "reset", "rollback"]).shown("Action that created the version."),
    before: longText().optional().shown("Expression before the change; null if the default applied."),
    after: longText().optional().shown("Expression after the change; null if the default applies."),
    enabled: flag(true).shown("True if the saved expression is active."),
    changedBy: text().shown("Author of the change."),
    changedAt: time().shown("Time of the change."),
    comment: longText().optional().shown("Reason for the change; null if none was given."),
  },
  indexes: [unique("number", "name", "number")],
  policies: { policyVersion: {} },
});
