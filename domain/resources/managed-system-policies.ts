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
    id: text().searched().policy().shown("Its id."),
    description: text(400).searched().shown("What people call it."),
    mode: oneOf(managementModes)
      .policy()
      .shown("Who changes the passwords: we (push), the managed host (pull), or nobody (vault)."),
    managedByNode: text(40).policy().shown("The node that changes the passwords."),
    enabled: flag(true).policy().shown("Whether passwords are changed under it."),
    changeIntervalHours: integer().shown("Hours between two changes of a password; 0 = it is not changed by itself."),
    changeWindow: text(11)
      .optional()
      .shown(
        "When passwords are changed by themselves, as 22:00-05:30 in the service's time zone; null = at any time.",
      ),
    frozenUntil: time().optional().shown("Until when no password is changed by itself; null = there is no such time."),
    passwordPolicyId: text().optional().shown("The password policy by which passwords are made; null = PAM_DEFAULT."),
    randomizeCheckedOut: flag(false).shown("Whether a password is changed by itself while it is checked out."),
    confirmWithoutVerify: flag(false).shown(
      "Whether a password that was set counts as confirmed where the target cannot say whether it opens the account.",
    ),
    lockoutTries: integer()
      .initially(3)
      .shown("After how many wrong passwords the target locks an account; we stay one below; 0 = it locks none."),
    lockoutMinutes: integer().initially(30).shown("Minutes after which the target forgets wrong passwords."),
    verifyShare: integer().initially(10).shown("Percent of the accounts whose passwords are verified each night."),
    checkoutMaxMinutes: integer().shown("Minutes for which a password may be checked out."),
    concurrency: integer().initially(1).shown("How many may have a password checked out at once."),
    randomizeOnCheckIn: flag(true).shown("Whether a password is changed when it is checked in."),
    disclosurePlugins: list(text()).shown("The ways in which a password may be shown."),
    extensionsMax: integer().initially(1).shown("How often a check-out may be extended."),
    warnMinutes: integer().initially(10).shown("Minutes before its end at which a holder is warned; 0 = nobody is."),
    checkoutsPerDay: integer()
      .initially(0)
      .shown("Check-outs that one person may have on one day; 0 = as many as they ask for."),
    ticketPlugin: text()
      .optional()
      .shown(
        "The plug-in of the kind ticketCheck that judges the ticket, which a check-out then needs; null = none is needed.",
      ),
    attended: flag(false).shown("Whether a second person has to be present at each disclosure."),
    authorizationPhases: json().elsewhere().shown("Who authorizes check-outs, phase by phase."),
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
