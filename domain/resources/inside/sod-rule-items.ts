import { sodItemTypes } from "../../sod/sod-rule.ts";
import { guid, integer, oneOf, text } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource } from "../format/resource.ts";

/** Items of the parts of rules of separation of duties. */
export const sodRuleItems = resource("sodRuleItems", {
  class: "shared",
  holds: "part",
  key: "key",
  properties: {
    key: guid(),
    ruleKey: guid(),
    /** Number of the part, from 1. */
    part: integer(),
    itemType: oneOf(sodItemTypes),
    /** ID of the target system, or key of the group or role. */
    itemKey: text(),
  },
  relations: { rule: one("sodRules", "ruleKey") },
  indexes: [index("ruleKey", "part"), index("itemKey", "itemType", "ruleKey")],
});
