import { text, longText, guid, integer, json } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Attributes that a target keeps of a group, a row per value. */
export const groupAttributes = resource("groupAttributes", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "GroupAttribute", key: "groupAttributeKey" },
  properties: {
    key: guid().policy().shown("Key of the attribute value."),
    groupKey: guid().policy(),
    name: text().policy().shown("Name of the attribute on the target system."),
    sequence: integer().initially(0).shown("Position of the value among those of the attribute, from 0."),
    value: longText(),
    data: json().elsewhere().shown("Value, in an object of its own."),
  },
  relations: {
    group: one("groups", "groupKey"),
  },
  indexes: [index("groupKey")],
  policies: {
    groupAttribute: {},
  },
});
