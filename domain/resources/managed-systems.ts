import { managementModes } from "../discovery/management-mode.ts";
import { text, guid, oneOf, flag } from "./format/builders.ts";
import { across, many, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Systems whose privileged passwords are managed. */
export const managedSystems = resource("managedSystems", {
  class: "shared",
  key: "key",
  entity: { type: "ManagedSystem", key: "managedSystemKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    id: text().searched().policy().shown("The name of the system."),
    description: text(400).searched().shown("What people call it."),
    type: text().policy().shown("The type of the system."),
    mode: oneOf(managementModes).shown(
      "Who changes the passwords: we (push), the managed host (pull), or nobody (vault).",
    ),
    targetSystemKey: text().policy().shown("The target system by which it is reached."),
    enabled: flag(true).policy().shown("Whether its passwords are managed."),
    confirmWithoutVerify: flag()
      .elsewhere()
      .shown(
        "Whether any of its policies lets a password count without its target's word, where the target cannot say.",
      ),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemKey"),
    managedAccounts: many("managedAccounts", "managedSystemKey"),
    bindings: many("managedSystemBindings", "managedSystemKey"),
    policies: across("managedSystemPolicies", "managedSystemBindings", ["managedSystemKey", "policyId"]),
  },
  indexes: [unique("id"), index("targetSystemKey")],
  policies: {
    managedSystem: {},
  },
});
