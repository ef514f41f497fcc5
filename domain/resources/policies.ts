import { type PolicyField, policyOrigins } from "../policy-origins.ts";
import { flag, guid, integer, json, longText, oneOf, text, time } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Policies, each of which says who may make one kind of call. Each default has a row, and a stored policy replaces it. */
export const policies = resource("policies", {
  class: "shared",
  key: "name",
  entity: { type: "Policy", key: "policyName" },
  properties: {
    name: text().searched().policy().shown("Its name, which follows from the address of the call."),
    expression: longText()
      .optional()
      .changed()
      .searched()
      .shown("What is stored under the name; null = nothing, and the default holds."),
    enabled: flag(true)
      .changed()
      .policy()
      .shown("Whether what is stored is in force; where it is not, the default of the name is."),
    number: integer().initially(0).policy().shown("The number of its newest version; 0 = it was never changed."),
    origin: oneOf(policyOrigins)
      .elsewhere()
      .shown("Where what is in force comes from; setAside = something is stored, and the default is in force."),
    inForce: longText().elsewhere().shown("What is asked now."),
    default: longText().optional().elsewhere().shown("What holds where nothing is stored; null = nothing asks for it."),
    fault: longText().optional().elsewhere().shown("Why it denies everybody; null = it can be asked."),
    resource: text().optional().elsewhere().shown("What `resource` is in it; null = it is told of nothing."),
    fields: json<readonly PolicyField[]>().elsewhere().shown("The fields of `resource` that it may read."),
  },
  relations: { versions: many("policyVersions", "name") },
  policies: { policy: {} },
});

/** Every change that was ever made to a policy. */
export const policyVersions = resource("policyVersions", {
  class: "append",
  key: "key",
  entity: { type: "PolicyVersion", key: "policyVersionKey" },
  properties: {
    key: guid().shown("Its key."),
    name: text().policy().shown("The policy."),
    number: integer().shown("From 1, counted for each policy, also beyond a reset."),
    action: oneOf(["set", "reset", "rollback"]).shown("What was done."),
    before: longText().optional().shown("What was stored before; null = the default held."),
    after: longText().optional().shown("What is stored from then on; null = the default holds."),
    enabled: flag(true).shown("Whether what is stored is in force."),
    changedBy: text().shown("Who did it."),
    changedAt: time().shown("When."),
    comment: longText().optional().shown("Why; null = nobody said."),
  },
  indexes: [unique("name", "number")],
  policies: { policyVersion: {} },
});
