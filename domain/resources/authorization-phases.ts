import { idMaxCharacters } from "../limits.ts";
import { phaseResourceTypes } from "../requests/phase-resources.ts";
import { reasonsRequired } from "../requests/reason-required.ts";
import { ruleManagerLevelsMax, ruleMaxCharacters } from "../rule-limits.ts";
import { text, longText, guid, integer, flag, oneOf } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Authorization phases of resources: the authorizers of requests for each, phase by phase. */
export const authorizationPhases = resource("authorizationPhases", {
  class: "shared",
  holds: "part",
  key: "key",
  properties: {
    key: guid(),
    resourceType: oneOf(phaseResourceTypes),
    resourceKey: text(),
    sequence: integer().given().atLeast(1).shown("Number of the phase; phases run one after another."),
    minApprovals: integer()
      .initially(1)
      .given()
      .atLeast(0)
      .shown("Number of approvals that the phase needs; 1 by default. A rule takes precedence."),
    maxDenials: integer()
      .initially(1)
      .given()
      .atLeast(1)
      .shown("Number of denials that deny the request; 1 by default. A rule takes precedence."),
    rule: longText()
      .optional()
      .given()
      .format("filled")
      .atMost(ruleMaxCharacters)
      .shown(
        "Rule that approves or denies the phase, see docs/phase-rules.md; null in input if the properties beside it apply. A read returns the rule that they amount to.",
      ),
    reasonRequired: oneOf(reasonsRequired)
      .initially("never")
      .given()
      .shown("Decisions that need a reason: never, approvals, denials, or both; never by default."),
    mayEdit: flag(false)
      .given()
      .shown("True if authorizers may edit the operations before they decide; false by default."),
  },
  relations: {
    authorizers: many("authorizationPhaseAuthorizers", "authorizationPhaseKey"),
  },
  indexes: [unique("number", "resourceType", "resourceKey", "sequence")],
});

/** People of an authorization phase without a rule of its own. */
export const authorizationPhaseAuthorizers = resource("authorizationPhaseAuthorizers", {
  class: "shared",
  holds: "part",
  key: "key",
  properties: {
    key: guid(),
    authorizationPhaseKey: guid(),
    userKey: guid().optional().given().shown("Key of the authorizer; null if another property names the authorizers."),
    userClass: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("User class whose members are authorizers; null if another property names the authorizers."),
    managerLevels: integer()
      .optional()
      .given()
      .between(1, ruleManagerLevelsMax)
      .shown(
        "Levels of management above the recipient at which the authorizer is; null if another property names the authorizers.",
      ),
    groupOwners: flag(false).given().shown("True if the owners of the group are authorizers; false by default."),
    plugin: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("Plug-in of the kind authorizers that names the authorizers; null if another property names them."),
    veto: flag(false).given().shown("True if one denial by these authorizers denies the request; false by default."),
    inputRequired: flag(false).given().shown("True if these authorizers must decide; false by default."),
  },
  indexes: [index("authorizationPhaseKey")],
});
