import { importObjectTypes, importActions } from "../discovery/import-rules.ts";
import { idMaxCharacters } from "../limits.ts";
import { text, longText, guid, oneOf, integer, flag } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

const sequenceMax = 1_000_000;

/** Rules by which discovered systems and accounts come under the policies of privileged passwords. */
export const importRules = resource("importRules", {
  class: "shared",
  key: "key",
  entity: { type: "ImportRule", key: "importRuleKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    /** Order in which the rules of one type are evaluated; the first that matches decides. */
    sequence: integer()
      .given()
      .between(1, sequenceMax)
      .shown("Its place among the rules for the same objects: the first one that matches decides."),
    objectType: oneOf(importObjectTypes).given().policy().shown("Of which objects it is a rule."),
    action: oneOf(importActions).given().policy().shown("What is done with what it matches."),
    /** Policy to bind to, or the only one to unbind from. */
    policyId: text()
      .optional()
      .given()
      .format("notEmpty")
      .atMost(idMaxCharacters)
      .policy()
      .shown("The policy under which bind brings them; null = none, as for the other actions."),
    description: text(400).optional().given().searched().shown("What people should know of it."),
    condition: longText()
      .given()
      .shown("Which objects it matches, as an expression; docs/import-rule-fields.md lists what it may name."),
    enabled: flag(true).given().policy().shown("Whether it takes part; true by default."),
  },
  relations: {
    policy: one("managedSystemPolicies", "policyId"),
  },
  indexes: [index("objectType", "sequence")],
  policies: {
    importRule: {},
  },
});
