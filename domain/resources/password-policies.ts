import type { NamedRules } from "../passwords/password-rules.ts";
import { text, json } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Password policies: their rules by group. */
export const passwordPolicies = resource("passwordPolicies", {
  class: "shared",
  holds: "configuration",
  key: "id",
  entity: { type: "PasswordPolicy", key: "passwordPolicyId" },
  properties: {
    id: text().givenOnce().format("newId").searched().policy().shown("Id of the password policy, which never changes."),
    description: text(400).given().format("filled").searched().shown("Display name."),
    length: json<NamedRules>().given().shown("Rules of the group length."),
    character: json<NamedRules>().given().label("Characters").shown("Rules of the group character."),
    dictionary: json<NamedRules>().given().label("Words").shown("Rules of the group dictionary."),
    history: json<NamedRules>().given().label("Earlier passwords").shown("Rules of the group history."),
    custom: json<NamedRules>().given().label("Own rules").shown("Rules of the group custom."),
  },
  relations: {
    targetGroups: many("targetGroups", "passwordPolicyId"),
  },
  policies: {
    passwordPolicy: {},
  },
});
