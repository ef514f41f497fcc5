import { text, longText, guid, integer } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Profile attributes of users, a row per value. */
export const userAttributes = resource("userAttributes", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "UserAttribute", key: "userAttributeKey" },
  properties: {
    key: guid().policy().shown("Key of the attribute value."),
    userKey: guid().policy(),
    name: text().lookedUp().policy().shown("Name of the attribute."),
    sequence: integer().initially(0).shown("Position of the value among those of the attribute, from 0."),
    value: longText().shown("Value as a text."),
  },
  relations: {
    user: one("users", "userKey"),
  },
  indexes: [index("userKey", "name"), index("name", "value")],
  policies: {
    userAttribute: {},
  },
});
