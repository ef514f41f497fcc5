import { grantKinds } from "../access/grant-kinds.ts";
import { grantEndReasons, grantReasons } from "../access/grant-reasons.ts";
import { guid, longText, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Access that people have or had, with its reason, its beginning and its end. */
export const grants = resource("grants", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "Grant", key: "grantKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the grant."),
    kind: oneOf(grantKinds)
      .policy()
      .shown("Kind of the access: account, membership (of an account in a group) or ownership (of a group)."),
    userKey: guid().optional().policy().shown("Key of the user who has the access; null if the account has no owner."),
    targetSystemKey: text().policy().shown("Key of the target system."),
    accountKey: guid().optional().policy().shown("Key of the account; null for an ownership."),
    groupKey: guid().optional().policy().shown("Key of the group; null for an account."),
    accountName: text(400)
      .optional()
      .shown("Name of the account at the beginning of the access; null for an ownership."),
    groupName: text(400).optional().shown("Name of the group at the beginning of the access; null for an account."),
    throughGroup: text()
      .optional()
      .shown("Name of the nested group that gives the membership; null for direct access. It can only be ended there."),
    because: oneOf(grantReasons)
      .policy()
      .memberLabels({ discovered: "not requested" })
      .shown(
        "Reason for the access: request, role (a role of its holder gives it), discovered (found on the target system without a request), direct (a direct write), or claim (its owner proved the password).",
      ),
    roleKey: guid()
      .optional()
      .policy()
      .shown("Key of the role through which the access was given; null if it was not."),
    requestKey: guid().optional().shown("Key of the request that gave the access; null if none did."),
    operationKey: guid().optional().shown("Key of the operation that gave the access; null if none did."),
    from: time().shown("Time at which the access began, or was first seen."),
    until: time().optional().ordered().shown("Time at which the access will be ended; null if it has no end."),
    endProblem: longText()
      .optional()
      .shown("Reason why the access could not be ended yet although its time is over; null if none is known."),
    /** End of which its holder was warned. */
    warnedFor: time().optional(),
    /** Key of the operation that is to end the access, because its time is over. */
    endOperationKey: guid().optional(),
    endedAt: time().optional().shown("Time at which the access ended; null if it has not ended."),
    endedBecause: oneOf(grantEndReasons)
      .optional()
      .shown(
        "Reason for the end: request, gone (from the target system), direct (a direct write), claim or association (the account went to another owner), or expired; null if the access has not ended.",
      ),
    endedByRequestKey: guid().optional().shown("Key of the request that ended the access; null if none did."),
    endedByOperationKey: guid().optional().shown("Key of the operation that ended the access; null if none did."),
    /** Beginning of the last discovery that found the access; of one that has ended. */
    confirmedAt: time().optional(),
    lastConfirmedAt: time()
      .optional()
      .elsewhere()
      .shown("Beginning of the last discovery that found the access; null if none has."),
  },
  relations: {
    user: one("users", "userKey"),
    targetSystem: one("targetSystems", "targetSystemKey"),
    account: one("accounts", "accountKey"),
    group: one("groups", "groupKey"),
    role: one("roles", "roleKey"),
    request: one("requests", "requestKey"),
  },
  indexes: [
    // All that the roles of many people ask of their access at once.
    index("userKey", "groupKey", "endedAt", "kind", "targetSystemKey"),
    index("groupKey", "key"),
    index("accountKey", "groupKey"),
    index("targetSystemKey", "kind", "key"),
    index("targetSystemKey", "key"),
    index("requestKey"),
    index("roleKey", "userKey"),
    // All that is asked of many grants at once by the rules that name a group or a target system.
    index("groupKey", "kind", "endedAt", "userKey"),
    index("targetSystemKey", "kind", "endedAt", "userKey"),
    index("until", "key"),
  ],
  policies: { grant: { lists: { managerKeys: { relation: "user", column: "managerKey" } } } },
});
