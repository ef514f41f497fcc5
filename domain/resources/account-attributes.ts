import { text, longText, guid, integer, json } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Attributes that a target keeps of an account, a row per value. */
export const accountAttributes = resource("accountAttributes", {
  class: "shared",
  key: "key",
  entity: { type: "AccountAttribute", key: "accountAttributeKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    accountKey: guid().policy(),
    name: text().policy().shown("The name of the attribute on the target."),
    sequence: integer().initially(0).shown("The place of the value among those of the attribute, from 0 on."),
    value: longText(),
    data: json().elsewhere().shown("The value, in an object of its own."),
  },
  relations: {
    account: one("accounts", "accountKey"),
  },
  indexes: [index("accountKey")],
  policies: {
    accountAttribute: {},
  },
});
