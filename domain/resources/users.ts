import { lockedBys } from "../locked-by.ts";
import { text, longText, guid, oneOf, integer, time, flag } from "./format/builders.ts";
import { many, one, across } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** The people the service knows; created and changed by discovery, requests and operations. */
export const users = resource("users", {
  class: "shared",
  key: "key",
  entity: { type: "User", key: "userKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    id: text().searched().ordered().policy().shown("The name by which people sign in."),
    displayName: text(400).optional().searched().ordered().shown("The name that people are shown; null = none."),
    superuser: flag(false).policy(),
    passwordHash: longText().optional(),
    locked: flag(false).policy().shown("Whether signing in is barred."),
    lockedAt: time().optional(),
    /** Null where the user is not locked. */
    lockedBy: oneOf(lockedBys).optional(),
    disabled: flag(false).policy().shown("Whether the person is shut out until somebody enables them."),
    failures: integer().initially(0).ofNode(),
    tokenVersion: integer().initially(1),
    managerKey: guid().optional().policy(),
  },
  relations: {
    accounts: many("accounts", "userKey"),
    attributes: many("userAttributes", "userKey"),
    classMemberships: many("userClassMembers", "userKey"),
    manager: one("users", "managerKey"),
    reports: many("users", "managerKey"),
    requests: many("requests", "recipientKey"),
    credentials: many("userCredentials", "userKey"),
    roles: across("roles", "roleMembers", ["userKey", "roleKey"]),
    checkouts: many("checkouts", "userKey"),
  },
  indexes: [unique("id"), index("id", "key"), index("displayName", "key")],
  policies: {
    user: {},
  },
});
