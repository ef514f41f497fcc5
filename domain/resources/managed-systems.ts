import { managementModeLabels, managementModes } from "../discovery/management-mode.ts";
import { text, guid, oneOf, flag } from "./format/builders.ts";
import { across, many, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Systems whose privileged passwords are managed. */
export const managedSystems = resource("managedSystems", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "ManagedSystem", key: "managedSystemKey" },
  properties: {
    key: guid().policy().shown("Key of the managed system."),
    id: text().searched().policy().label("Managed system").shown("Name of the managed system."),
    description: text(400).searched().shown("Display name."),
    type: text().policy().shown("Type of the managed system."),
    mode: oneOf(managementModes)
      .label("Who changes the passwords")
      .memberLabels(managementModeLabels)
      .shown("Component that changes the passwords: the service (push), the managed host (pull), or none (vault)."),
    targetSystemKey: text()
      .policy()
      .label("Target system")
      .shown("Key of the target system that reaches the managed system."),
    enabled: flag(true).policy().label("State").shown("True if its passwords are managed."),
    confirmWithoutVerify: flag()
      .elsewhere()
      .label("Without verification")
      .shown("True if one of its policies confirms passwords without a test where the target system cannot test them."),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemKey"),
    managedAccounts: many("managedAccounts", "managedSystemKey"),
    bindings: many("managedSystemBindings", "managedSystemKey"),
    policies: across("managedSystemPolicies", "managedSystemBindings", ["managedSystemKey", "policyId"]),
  },
  indexes: [unique("olderClaim", "id"), index("targetSystemKey")],
  policies: {
    managedSystem: {},
  },
});
