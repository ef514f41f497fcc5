import { dependantSettingMaxCharacters } from "../managed-account-limits.ts";
import { pluginNameMaxCharacters } from "../plugin-limits.ts";
import { guid, integer, list, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/**
 * Dependants that must get the password of a managed account, each in its turn. The rows say which password each has, so that an
 * interrupted change continues from them.
 */
export const managedAccountDependants = resource("managedAccountDependants", {
  class: "owned",
  key: "key",
  entity: { type: "ManagedAccountDependant", key: "dependantKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    managedAccountKey: guid().policy().shown("The managed account whose password it must have."),
    sequence: integer().shown("Its turn among the dependants of the account; the lowest is told first."),
    kind: oneOf(["account", "plugin"])
      .policy()
      .shown("What it is: an account on another target system (account), or whatever a plug-in tells (plugin)."),
    accountKey: guid().optional().policy().shown("The account that has the same password; null = it is no account."),
    plugin: text(pluginNameMaxCharacters)
      .optional()
      .policy()
      .shown("The plug-in that tells it the password and tests it; null = none does."),
    setting: text(dependantSettingMaxCharacters)
      .optional()
      .shown("What its plug-in is told of it, such as the name of a service; null = nothing."),
    toldEntryKey: guid()
      .optional()
      .shown("The password that it was told last, or may have been, by its entry in the history; null = none yet."),
    heldEntryKey: guid()
      .optional()
      .shown("The password that it has, as a test has shown, by its entry; null = that is not known."),
    refusedEntryKey: guid()
      .optional()
      .shown("The password, by its entry, for which it made the change of the account fail last; null = it never did."),
    failingSince: time()
      .optional()
      .shown("Since when it has not taken a password; null = it has the last it was told."),
    message: text(400).optional().shown("Its own words, or those of its target, where it has not taken a password."),
    /** Times at which we last tried passwords on its account that the target refused, as far as they may count towards its lockout. */
    triedAt: list(time()).optional(),
  },
  relations: {
    managedAccount: one("managedAccounts", "managedAccountKey"),
    account: one("accounts", "accountKey"),
  },
  indexes: [unique("managedAccountKey", "sequence"), unique("accountKey"), index("failingSince")],
  policies: { managedAccountDependant: {} },
});
