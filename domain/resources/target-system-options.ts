import { text, guid, oneOf, json } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Saved values of the options of target systems, a row for each. */
export const targetSystemOptions = resource("targetSystemOptions", {
  class: "shared",
  holds: "part",
  key: "key",
  entity: { type: "TargetSystemOption", key: "optionName", property: "name" },
  properties: {
    key: guid(),
    targetSystemId: text().policy(),
    name: text().policy().shown("Name of the option."),
    value: json()
      .changed()
      .shown("Value of the option: true, false, a text or null; docs/target-system-options.md lists the options."),
    type: oneOf(["boolean", "string"]).shown("Type of the value."),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemId"),
  },
  indexes: [unique("derivedKey", "targetSystemId", "name")],
  policies: {
    targetSystemOption: {},
  },
});
