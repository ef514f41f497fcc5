import { managementModes } from "../discovery/management-mode.ts";
import { flag, integer, json, list, oneOf, text, time } from "./format/builders.ts";
import { many, across } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Policies for changing and checking out privileged passwords. */
export const managedSystemPolicies = resource("managedSystemPolicies", {
  class: "shared",
  key: "id",
  entity: { type: "ManagedSystemPolicy", key: "managedSystemPolicyId" },
  properties: {
    id: text().searched().policy().shown("Id of the policy."),
    description: text(400).searched().shown("Display name."),
    mode: oneOf(managementModes)
      .policy()
      .shown("Component that changes the passwords: the service (push), the managed host (pull), or none (vault)."),
    managedByNode: text(40).policy().shown("Node that changes the passwords."),
    enabled: flag(true).policy().shown("True if passwords are changed under the policy."),
    changeIntervalHours: integer().shown("Hours between two randomizations; 0 for no scheduled randomization."),
    changeWindow: text(11)
      .optional()
      .shown("Window for scheduled randomization, as 22:00-05:30 in the time zone of the service; null for any time."),
    frozenUntil: time().optional().shown("Time until which scheduled randomization is paused; null if it is not."),
    passwordPolicyId: text().optional().shown("Id of the password policy for new passwords; null for PAM_DEFAULT."),
    randomizeCheckedOut: flag(false).shown("True if scheduled randomization includes passwords that are checked out."),
    confirmWithoutVerify: flag(false).shown(
      "True if a new password counts as confirmed when the target system cannot test it.",
    ),
    lockoutTries: integer()
      .initially(3)
      .shown(
        "Wrong passwords that lock an account on the target system, of which the service stays one below; 0 if it locks none.",
      ),
    lockoutMinutes: integer()
      .initially(30)
      .shown("Minutes after which the target system resets its count of wrong passwords."),
    verifyShare: integer().initially(10).shown("Percentage of the accounts whose passwords are verified each night."),
    checkoutMaxMinutes: integer().shown("Longest check-out, in minutes."),
    concurrency: integer().initially(1).shown("Number of users who may have a password checked out at once."),
    randomizeOnCheckIn: flag(true).shown("True if a password is randomized at check-in."),
    disclosurePlugins: list(text()).shown("Methods by which a password may be disclosed."),
    extensionsMax: integer().initially(1).shown("Number of times that a check-out may be extended."),
    warnMinutes: integer()
      .initially(10)
      .shown("Minutes before the end of a check-out at which its holder is notified; 0 for no notification."),
    checkoutsPerDay: integer().initially(0).shown("Number of check-outs of one user per day; 0 for no limit."),
    ticketPlugin: text()
      .optional()
      .shown(
        "Plug-in of the kind ticketCheck that verifies the ticket that a check-out then needs; null if no ticket is needed.",
      ),
    attended: flag(false).shown("True if a second person must be present at each disclosure."),
    authorizationPhases: json().elsewhere().shown("Approval phases of check-outs."),
  },
  relations: {
    managedSystems: across("managedSystems", "managedSystemBindings", ["policyId", "managedSystemKey"]),
    managedAccounts: many("managedAccounts", "policyId"),
    rights: many("checkoutRights", "policyId"),
    commands: many("listedCommands", "policyId"),
  },
  policies: {
    managedSystemPolicy: {},
  },
});
