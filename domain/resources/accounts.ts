import { text, guid, list, oneOf, time, flag, json, sealed } from "./format/builders.ts";
import { many, one, alike, across } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Accounts on target systems, as discoveries and our own operations have found them. */
export const accounts = resource("accounts", {
  class: "shared",
  key: "key",
  entity: { type: "Account", key: "accountKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    targetSystemKey: text().givenOnce().policy().shown("The target system on which it is."),
    stableId: text(400).searched().shown("Its immutable id on the target."),
    longId: text(400).searched().shown("Its full name on the target."),
    shortId: text().givenOnce().searched().ordered().policy().shown("The name by which it logs in."),
    displayId: text(400).searched().shown("The name that people are shown."),
    userKey: guid().optional().given().policy().shown("Its owner; null = nobody."),
    enabled: flag()
      .optional()
      .changed()
      .policy()
      .shown(
        "Whether it may log in; null = not known, for the target does not tell. A PATCH enables or disables it on the target.",
      ),
    locked: flag()
      .optional()
      .changed()
      .policy()
      .shown("Whether failed logins have locked it; null = not known. A PATCH with false unlocks it."),
    expired: flag().optional().shown("Whether its end has come; null = not known."),
    passwordExpired: flag().optional().shown("Whether its password must be changed; null = not known."),
    lastPasswordChange: time().optional().shown("When its password was changed last."),
    password: sealed()
      .optional()
      .elsewhere()
      .given()
      .shown("The first password, or a new one; null = none is set. It goes in and never comes out."),
    attributeValues: json()
      .optional()
      .elsewhere()
      .given()
      .shown(
        "The attributes on the target by their names, each a value or a list; lists come out. Given where $select names it; in a PATCH those that are not named stay, and null leaves all as they are.",
      ),
    passwordPolicyId: text()
      .optional()
      .elsewhere()
      .shown(
        "The password policy that holds for its password; null = its target system is gone. Given where $select names it.",
      ),
    passwordCodes: list(text(20))
      .elsewhere()
      .shown(
        "What its owner may have done to its password, as codes of operations: its target system is enabled, the connector can do it, no option forbids it, and the vault does not keep the password alone. Given where $select names it.",
      ),
    associatedBy: oneOf(["auto", "claim", "manual", "admin"]).optional().policy().shown("How it came to its owner."),
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
  },
  indexes: [
    index("targetSystemKey", "shortId"),
    index("userKey"),
    index("shortId", "key"),
    unique("targetSystemKey", "stableId"),
  ],
  policies: {
    account: {},
  },
});
