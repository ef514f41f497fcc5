import { text, guid, oneOf, json } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Options of target systems that were set, a row each. */
export const targetSystemOptions = resource("targetSystemOptions", {
  class: "shared",
  key: "key",
  entity: { type: "TargetSystemOption", key: "optionName", property: "name" },
  properties: {
    key: guid(),
    targetSystemId: text().policy(),
    name: text().policy().shown("The name of the option."),
    value: json()
      .changed()
      .shown(
        "Its value: true, false, a text or null, as the option wants it; docs/target-system-options.md lists them.",
      ),
    type: oneOf(["boolean", "string"]).shown("What its value is."),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemId"),
  },
  indexes: [unique("targetSystemId", "name")],
  policies: {
    targetSystemOption: {},
  },
});
