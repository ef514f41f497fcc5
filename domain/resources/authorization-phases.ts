import { text, guid, integer, flag } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Who authorizes requests for a target system, phase by phase. */
export const authorizationPhases = resource("authorizationPhases", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    targetSystemId: text(),
    sequence: integer(),
    minApprovals: integer().initially(1),
    maxDenials: integer().initially(1),
  },
  relations: {
    authorizers: many("authorizationPhaseAuthorizers", "authorizationPhaseKey"),
    targetSystem: one("targetSystems", "targetSystemId"),
  },
  indexes: [unique("targetSystemId", "sequence")],
});

/** The people or user classes of such a phase. */
export const authorizationPhaseAuthorizers = resource("authorizationPhaseAuthorizers", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    authorizationPhaseKey: guid(),
    userKey: guid().optional(),
    userClass: text().optional(),
    veto: flag(false),
    inputRequired: flag(false),
  },
  indexes: [index("authorizationPhaseKey")],
});
