import { text, guid, list, oneOf, time, flag, json, sealed } from "./format/builders.ts";
import { many, one, alike, across } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Accounts on target systems, as discoveries and our own operations have found them. */
export const accounts = resource("accounts", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "Account", key: "accountKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the account."),
    targetSystemKey: text().givenOnce().policy().shown("Key of the target system."),
    stableId: text(400).searched().shown("Immutable id on the target system."),
    longId: text(400).searched().shown("Full name on the target system."),
    shortId: text().givenOnce().searched().ordered().policy().shown("Sign-in name on the target system."),
    displayId: text(400).searched().shown("Display name."),
    userKey: guid().optional().given().policy().shown("Key of the owner; null if the account has none."),
    enabled: flag()
      .optional()
      .changed()
      .policy()
      .shown(
        "True if the account is enabled; null if the target system does not report it. A PATCH enables or disables the account on the target system.",
      ),
    locked: flag()
      .optional()
      .changed()
      .policy()
      .shown("True if failed sign-ins have locked the account; null if not known. A PATCH with false unlocks it."),
    expired: flag().optional().shown("True if the account has expired; null if not known."),
    passwordExpired: flag().optional().shown("True if the password must be changed; null if not known."),
    passwordExpiresAt: time()
      .optional()
      .ordered()
      .shown("Time from which the password is too old on the target system; null if not known, or if it has no end."),
    lastPasswordChange: time().optional().shown("Time of the last password change."),
    password: sealed()
      .optional()
      .elsewhere()
      .given()
      .shown("Initial or new password; null to set none. It is never returned."),
    attributeValues: json()
      .optional()
      .elsewhere()
      .given()
      .shown(
        "Attributes on the target system by name, each a value or a list; always lists in an answer. Returned only if $select names it. A PATCH changes only the attributes that it names, and null changes none.",
      ),
    passwordPolicyId: text()
      .optional()
      .elsewhere()
      .shown(
        "Id of the password policy that applies to the password; null if the target system is gone. Returned only if $select names it.",
      ),
    passwordPolicyIds: list(text())
      .elsewhere()
      .shown(
        "Ids of all password policies that apply to the password together: that of the target group, then those of the classes of the owner. Returned only if $select names it.",
      ),
    passwordCodes: list(text(20))
      .elsewhere()
      .shown(
        "Codes of the password operations that the owner may request: the target system is enabled, its connector supports them, no option forbids them, and the password is not kept by the vault alone. Returned only if $select names it.",
      ),
    associatedBy: oneOf(["auto", "claim", "manual", "admin"])
      .optional()
      .policy()
      .shown("Method by which the account was associated with its owner."),
    discoveredHash: text(64).optional(),
  },
  relations: {
    user: one("users", "userKey"),
    targetSystem: one("targetSystems", "targetSystemKey"),
    attributes: many("accountAttributes", "accountKey"),
    groupMemberships: many("groupMemberships", "accountKey"),
    groups: across("groups", "groupMemberships", ["accountKey", "groupKey"]),
    managedAccounts: many("managedAccounts", "accountKey"),
    dependencies: many("managedAccountDependants", "accountKey"),
    managedSystems: alike("managedSystems", "targetSystemKey", "targetSystemKey"),
    grants: many("grants", "accountKey"),
  },
  indexes: [
    index("targetSystemKey", "shortId"),
    index("userKey"),
    index("shortId", "key"),
    index("passwordExpiresAt", "key"),
    unique("derivedKey", "targetSystemKey", "stableId"),
  ],
  policies: {
    account: {},
  },
});
