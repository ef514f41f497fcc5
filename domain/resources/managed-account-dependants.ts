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
  holds: "data",
  key: "key",
  entity: { type: "ManagedAccountDependant", key: "dependantKey" },
  properties: {
    key: guid().policy().shown("Key of the dependent."),
    managedAccountKey: guid().policy().shown("Key of the managed account whose password the dependent uses."),
    sequence: integer().shown("Position among the dependents of the account; the lowest gets the password first."),
    kind: oneOf(["account", "plugin"])
      .policy()
      .shown(
        "Type of the dependent: an account on another target system (account), or one that a plug-in updates (plugin).",
      ),
    accountKey: guid()
      .optional()
      .policy()
      .shown("Key of the account that uses the password; null if the dependent is no account."),
    plugin: text(pluginNameMaxCharacters)
      .optional()
      .policy()
      .shown("Plug-in that updates and tests the dependent; null if none."),
    setting: text(dependantSettingMaxCharacters)
      .optional()
      .shown("Setting for the plug-in, such as the name of a service; null if none."),
    toldEntryKey: guid()
      .optional()
      .shown("Key of the history entry of the last password that was sent to the dependent; null if none was."),
    heldEntryKey: guid()
      .optional()
      .shown(
        "Key of the history entry of the password that the dependent uses, as confirmed by a test; null if not known.",
      ),
    refusedEntryKey: guid()
      .optional()
      .shown(
        "Key of the history entry of the password with which the dependent last made the change of the account fail; null if it never did.",
      ),
    failingSince: time()
      .optional()
      .shown("Time since which the dependent has not accepted a password; null if it has the last one."),
    message: text(400)
      .optional()
      .shown("Message of the dependent or its target system about the password that it did not accept."),
    /** Times at which we last tried passwords on its account that the target refused, as far as they may count towards its lockout. */
    triedAt: list(time()).optional(),
  },
  relations: {
    managedAccount: one("managedAccounts", "managedAccountKey"),
    account: one("accounts", "accountKey"),
  },
  indexes: [
    unique("homeNode", "managedAccountKey", "sequence"),
    unique("olderClaim", "accountKey"),
    index("failingSince"),
  ],
  policies: { managedAccountDependant: {} },
});
