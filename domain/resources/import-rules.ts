import { importObjectTypes, importActions } from "../discovery/import-rules.ts";
import { idMaxCharacters } from "../limits.ts";
import { text, longText, guid, oneOf, integer, flag } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

const sequenceMax = 1_000_000;

/** Rules by which discovered systems and accounts come under the policies of privileged passwords. */
export const importRules = resource("importRules", {
  class: "shared",
  holds: "configuration",
  knownBy: ["objectType", "sequence"],
  key: "key",
  entity: { type: "ImportRule", key: "importRuleKey" },
  properties: {
    key: guid().policy().shown("Key of the rule."),
    /** Order in which the rules of one type are evaluated; the first that matches decides. */
    sequence: integer()
      .given()
      .between(1, sequenceMax)
      .label("Place")
      .shown("Place among the rules for the same objects: the first one that matches decides."),
    objectType: oneOf(importObjectTypes)
      .given()
      .policy()
      .label("For")
      .memberLabels({ managedSystem: "target systems", managedAccount: "accounts" })
      .shown("Objects that it is a rule for."),
    action: oneOf(importActions)
      .given()
      .policy()
      .label("What it does")
      .memberLabels({
        bind: "bind to the policy",
        unbind: "take out of the policy",
        delete: "take out of every policy, and lock",
      })
      .shown("Action on the objects that it matches."),
    /** Policy to bind to, or the only one to unbind from. */
    policyId: text()
      .optional()
      .given()
      .format("notEmpty")
      .atMost(idMaxCharacters)
      .policy()
      .label("Policy")
      .shown("Policy that they are bound to; null for the other actions."),
    description: text(400).optional().given().searched().shown("Notes for people; null if none."),
    condition: longText()
      .given()
      .shown(
        "Expression over the objects that it matches, such as `resource.id == 'HR'`; docs/import-rule-fields.md lists what it may name.",
      ),
    enabled: flag(true)
      .given()
      .policy()
      .label("It takes part")
      .shown("True if it is carried out at the end of discoveries; true by default."),
  },
  relations: {
    policy: one("managedSystemPolicies", "policyId"),
  },
  indexes: [index("objectType", "sequence")],
  policies: {
    importRule: {},
  },
});
