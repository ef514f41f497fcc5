import { sodDescriptionMaxCharacters, sodPartsMax, sodPartsMin } from "../sod-limits.ts";
import { sodAnswers, sodSeverities } from "../sod/sod-rule.ts";
import { flag, guid, integer, json, oneOf, text, time } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Rules of separation of duties: access that one person must not have together. */
export const sodRules = resource("sodRules", {
  class: "shared",
  holds: "configuration",
  knownBy: ["id"],
  key: "key",
  entity: { type: "SodRule", key: "sodRuleKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the rule."),
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .ordered()
      .policy()
      .label("Rule")
      .shown("Name of the rule, without blanks; it cannot be changed."),
    description: text(sodDescriptionMaxCharacters)
      .initially("")
      .given()
      .searched()
      .shown("Reason for the rule, and what it keeps apart, in words."),
    severity: oneOf(sodSeverities).initially("medium").given().policy().shown("Severity of a violation."),
    answer: oneOf(sodAnswers)
      .initially("forbidden")
      .given()
      .policy()
      .memberLabels({ phase: "One more approval", exception: "Exception needed" })
      .shown(
        "Answer to a request that would violate the rule: forbidden, phase (the phases of the rule decide too), or exception (refused unless an exception is in force, or asked for by the same request).",
      ),
    atLeast: integer()
      .initially(sodPartsMin)
      .given()
      .between(sodPartsMin, sodPartsMax)
      .label("Parts that violate it")
      .shown("Number of parts that a person must not hit at once: 2 or more."),
    enabled: flag(true).given().policy().shown("True if the rule is in force; true by default."),
    parts: json().given().elsewhere().shown("Parts of the rule; a person hits a part with any of its items."),
    authorizationPhases: json()
      .given()
      .elsewhere()
      .label("Approval phases")
      .shown("Approval phases of the rule, which decide about requests that would violate it, and about exceptions."),
    createdAt: time().label("Added").shown("Time at which the rule was added."),
  },
  relations: { violations: many("violations", "ruleKey") },
  indexes: [unique("olderClaim", "id"), index("id", "key")],
  policies: { sodRule: {} },
});
