import { managementModeLabels, managementModes } from "../discovery/management-mode.ts";
import { unacknowledgedLabels, unacknowledgedWays } from "../vault/acknowledgement.ts";
import { flag, integer, json, list, oneOf, text, time } from "./format/builders.ts";
import { many, across } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Policies for changing and checking out privileged passwords. */
export const managedSystemPolicies = resource("managedSystemPolicies", {
  class: "shared",
  holds: "configuration",
  key: "id",
  entity: { type: "ManagedSystemPolicy", key: "managedSystemPolicyId" },
  properties: {
    id: text().searched().policy().label("Policy").shown("Id of the policy."),
    description: text(400).searched().shown("Display name."),
    mode: oneOf(managementModes)
      .policy()
      .label("Who changes the passwords")
      .memberLabels(managementModeLabels)
      .shown("Component that changes the passwords: the service (push), the managed host (pull), or none (vault)."),
    managedByNode: text(40).policy().label("Node").shown("Node that changes the passwords."),
    enabled: flag(true).policy().label("State").shown("True if passwords are changed under the policy."),
    changeIntervalHours: integer()
      .label("Changed each")
      .shown("Hours between two randomizations; 0 for no scheduled randomization."),
    changeWindow: text(11)
      .optional()
      .label("Window of changes")
      .shown("Window for scheduled randomization, as 22:00-05:30 in the time zone of the service; null for any time."),
    frozenUntil: time()
      .optional()
      .label("Frozen until")
      .shown("Time until which scheduled randomization is paused; null if it is not."),
    passwordPolicyId: text()
      .optional()
      .label("Password policy")
      .shown("Id of the password policy for new passwords; null for PAM_DEFAULT."),
    randomizeCheckedOut: flag(false)
      .label("Changed while checked out")
      .shown("True if scheduled randomization includes passwords that are checked out."),
    confirmWithoutVerify: flag(false)
      .label("Without verification")
      .shown("True if a new password counts as confirmed when the target system cannot test it."),
    ifUnacknowledged: oneOf(unacknowledgedWays)
      .initially("wait")
      .label("If no other node has a new password")
      .memberLabels(unacknowledgedLabels)
      .shown(
        "Fate of a new password that no other node has acknowledged in five seconds, where VAULT ACKNOWLEDGED BY is 2: it waits (wait), or is set all the same (goOn).",
      ),
    lockoutTries: integer()
      .initially(3)
      .label("Wrong passwords until lockout")
      .shown(
        "Wrong passwords that lock an account on the target system, of which the service stays one below; 0 if it locks none.",
      ),
    lockoutMinutes: integer()
      .initially(30)
      .label("Minutes until the count of wrong passwords resets")
      .shown("Minutes after which the target system resets its count of wrong passwords."),
    verifyShare: integer()
      .initially(10)
      .label("Verified each night, in percent")
      .shown("Percentage of the accounts whose passwords are verified each night."),
    checkoutMaxMinutes: integer().label("For how long").shown("Longest check-out, in minutes."),
    concurrency: integer()
      .initially(1)
      .label("At once")
      .shown("Number of users who may have a password checked out at once."),
    randomizeOnCheckIn: flag(true)
      .label("Changed when it is returned")
      .shown("True if a password is randomized at check-in."),
    disclosurePlugins: list(text()).label("Ways of disclosure").shown("Methods by which a password may be disclosed."),
    extensionsMax: integer()
      .initially(1)
      .label("Extensions")
      .shown("Number of times that a check-out may be extended."),
    warnMinutes: integer()
      .initially(10)
      .label("Minutes of warning before the end")
      .shown("Minutes before the end of a check-out at which its holder is notified; 0 for no notification."),
    checkoutsPerDay: integer()
      .initially(0)
      .label("For one person on one day")
      .shown("Number of check-outs of one user per day; 0 for no limit."),
    ticketPlugin: text()
      .optional()
      .label("Ticket")
      .shown(
        "Plug-in of the kind ticketCheck that verifies the ticket that a check-out then needs; null if no ticket is needed.",
      ),
    attended: flag(false)
      .label("In the presence of a second person")
      .shown("True if a second person must be present at each disclosure."),
    authorizationPhases: json().elsewhere().label("Who decides").shown("Approval phases of check-outs."),
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
