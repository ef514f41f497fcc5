import { managementModes } from "../discovery/management-mode.ts";
import { text, oneOf, integer, flag, list } from "./format/builders.ts";
import { many, across } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** How privileged passwords are changed and handed out. */
export const managedSystemPolicies = resource("managedSystemPolicies", {
  class: "shared",
  key: "id",
  entity: { type: "ManagedSystemPolicy", key: "managedSystemPolicyId" },
  properties: {
    id: text().searched().policy().shown("Its id."),
    description: text(400).searched().shown("What people call it."),
    mode: oneOf(managementModes)
      .policy()
      .shown("Who changes the passwords: we (push), the managed host (pull), or nobody (vault)."),
    managedByNode: text(40).policy().shown("The node that changes the passwords."),
    enabled: flag(true).policy().shown("Whether passwords are changed under it."),
    changeIntervalHours: integer().shown("Hours between two changes of a password."),
    checkoutMaxMinutes: integer().shown("Minutes for which a password may be checked out."),
    concurrency: integer().initially(1).shown("How many may have a password checked out at once."),
    randomizeOnCheckIn: flag(true).shown("Whether a password is changed when it is checked in."),
    disclosurePlugins: list(text()).shown("The ways in which a password may be shown."),
  },
  relations: {
    managedSystems: across("managedSystems", "managedSystemBindings", ["policyId", "managedSystemKey"]),
    managedAccounts: many("managedAccounts", "policyId"),
  },
  policies: {
    managedSystemPolicy: {},
  },
});
