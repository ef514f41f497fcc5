import type { PublicKey } from "../proxies/public-key.ts";
import { guid, json, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Keys of hosts that request the password of one of their accounts and set it themselves. */
export const managedHosts = resource("managedHosts", {
  class: "shared",
  key: "key",
  entity: { type: "ManagedHost", key: "hostKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    managedAccountKey: guid().policy().shown("The one managed account whose password it is given."),
    name: text(100).searched().policy().shown("What people call it."),
    status: oneOf(["invited", "enrolled", "revoked"])
      .policy()
      .shown("Whether it is invited, enrolled, or shut out for all time."),
    enrolmentTokenHash: text().optional(),
    enrolmentExpiresAt: time().optional().shown("Until when its invitation holds; null = none is open."),
    signingKey: json<PublicKey>().optional(),
    sealingKey: json<PublicKey>().optional(),
    invitedAt: time().shown("When it was invited."),
    invitedBy: text().shown("Who has invited it."),
    lastSeenAt: time().optional().shown("When it asked last; null = never."),
    revokedAt: time().optional().shown("When it was shut out; null = it is not."),
  },
  relations: { managedAccount: one("managedAccounts", "managedAccountKey") },
  indexes: [index("managedAccountKey", "status")],
  policies: { managedHost: {} },
});
