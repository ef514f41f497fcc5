import { idMaxCharacters } from "../limits.ts";
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
    sequence: integer().given().atLeast(1).shown("Its number: phases run one after another."),
    minApprovals: integer().initially(1).given().atLeast(0).shown("How many must approve; 1 by default."),
    maxDenials: integer().initially(1).given().atLeast(1).shown("How many denials deny the request; 1 by default."),
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
    userKey: guid().optional().given().shown("The person; null = a user class is named."),
    userClass: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("The user class whose members decide; null = a person is named."),
    veto: flag(false).given().shown("Whether a denial by them denies the request; false by default."),
    inputRequired: flag(false).given().shown("Whether they must answer; false by default."),
  },
  indexes: [index("authorizationPhaseKey")],
});
