import { idMaxCharacters } from "../limits.ts";
import { phaseResourceTypes } from "../requests/phase-resources.ts";
import { reasonsRequired } from "../requests/reason-required.ts";
import { managerLevelsMax, ruleMaxCharacters } from "../rule-limits.ts";
import { text, longText, guid, integer, flag, oneOf } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Authorization phases of resources: the authorizers of requests for each, phase by phase. */
export const authorizationPhases = resource("authorizationPhases", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    resourceType: oneOf(phaseResourceTypes),
    resourceKey: text(),
    sequence: integer().given().atLeast(1).shown("Its number: phases run one after another."),
    minApprovals: integer()
      .initially(1)
      .given()
      .atLeast(0)
      .shown("How many must approve; 1 by default. A rule that is given takes its place."),
    maxDenials: integer()
      .initially(1)
      .given()
      .atLeast(1)
      .shown("How many denials deny the request; 1 by default. A rule that is given takes its place."),
    rule: longText()
      .optional()
      .given()
      .format("filled")
      .atMost(ruleMaxCharacters)
      .shown(
        "When it is approved and when denied, as docs/phase-rules.md explains it; null = as what stands beside it says, of which it then tells the rule.",
      ),
    reasonRequired: oneOf(reasonsRequired)
      .initially("never")
      .given()
      .shown("When whoever decides must say why: never, at an approval, at a denial, or at both; never by default."),
    mayEdit: flag(false).given().shown("Whether those who decide may change the operations first; false by default."),
  },
  relations: {
    authorizers: many("authorizationPhaseAuthorizers", "authorizationPhaseKey"),
  },
  indexes: [unique("resourceType", "resourceKey", "sequence")],
});

/** People of an authorization phase without a rule of its own. */
export const authorizationPhaseAuthorizers = resource("authorizationPhaseAuthorizers", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    authorizationPhaseKey: guid(),
    userKey: guid().optional().given().shown("The person; null = others are named."),
    userClass: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("The user class whose members decide; null = others are named."),
    managerLevels: integer()
      .optional()
      .given()
      .between(1, managerLevelsMax)
      .shown("The manager so many levels above the recipient; null = others are named."),
    groupOwners: flag(false).given().shown("Whether the owners of the group decide; false by default."),
    plugin: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("The plug-in of the kind authorizers that names them; null = others are named."),
    veto: flag(false).given().shown("Whether a denial by them denies the request; false by default."),
    inputRequired: flag(false).given().shown("Whether they must answer; false by default."),
  },
  indexes: [index("authorizationPhaseKey")],
});
