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
    key: guid().policy().shown("Key of the rule."),
    /** Order in which the rules of one type are evaluated; the first that matches decides. */
    sequence: integer()
      .given()
      .between(1, sequenceMax)
      .shown("Position of the rule among those for the same objects; the first rule that matches applies."),
    objectType: oneOf(importObjectTypes).given().policy().shown("Type of the objects that the rule applies to."),
    action: oneOf(importActions).given().policy().shown("Action on the objects that match."),
    /** Policy to bind to, or the only one to unbind from. */
    policyId: text()
      .optional()
      .given()
      .format("notEmpty")
      .atMost(idMaxCharacters)
      .policy()
      .shown("Id of the managed system policy for the action bind; null for other actions."),
    description: text(400).optional().given().searched().shown("Description of the rule."),
    condition: longText()
      .given()
      .shown("Condition on the objects, as an expression; docs/import-rule-fields.md lists its fields."),
    enabled: flag(true).given().policy().shown("True if the rule is enabled; true by default."),
  },
  relations: {
    policy: one("managedSystemPolicies", "policyId"),
  },
  indexes: [index("objectType", "sequence")],
  policies: {
    importRule: {},
  },
});
