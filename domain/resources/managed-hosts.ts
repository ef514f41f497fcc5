import type { PublicKey } from "../proxies/public-key.ts";
import { guid, json, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Keys of hosts that request the password of one of their accounts and set it themselves. */
export const managedHosts = resource("managedHosts", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "ManagedHost", key: "hostKey" },
  properties: {
    key: guid().policy().shown("Key of the managed host."),
    managedAccountKey: guid().policy().shown("Key of the only managed account whose password the host gets."),
    name: text(100).searched().policy().shown("Display name."),
    status: oneOf(["invited", "enrolled", "revoked"])
      .policy()
      .shown("Status of the host: invited, enrolled or revoked."),
    enrolmentTokenHash: text().optional(),
    enrolmentExpiresAt: time().optional().shown("Time at which the enrollment token expires; null if there is none."),
    signingKey: json<PublicKey>().optional(),
    sealingKey: json<PublicKey>().optional(),
    invitedAt: time().shown("Time of the invitation."),
    invitedBy: text().shown("Author of the invitation."),
    lastSeenAt: time().optional().shown("Time of the last call of the host; null if never."),
    revokedAt: time().optional().shown("Time at which the host was revoked; null if it was not."),
  },
  relations: { managedAccount: one("managedAccounts", "managedAccountKey") },
  indexes: [index("managedAccountKey", "status")],
  policies: { managedHost: {} },
});
