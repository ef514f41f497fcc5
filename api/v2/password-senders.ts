import { guid, time } from "#domain/resources/format/builders.ts";
import { passwordSenders as resource } from "#domain/resources/password-senders.ts";
import {
  deletePasswordSender,
  invitePasswordSender,
  revokePasswordSender,
} from "#operations/password-senders/change-password-senders.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const key = guid().shown("Key of the password sender.");
const { status } = resource.properties;

/** Programs on target systems that report the passwords which people set there. Their enrollment tokens are shown once. */
export const passwordSenders = resourceSet(resource, {
  create: {
    ...verb(invitePasswordSender),
    status: 201,
    givesSecret: true,
    result: structure("InvitedPasswordSender", {
      key,
      token: shownOnce("token", "The enrollment token, which is shown this once."),
      expiresAt: time().shown("Time at which the enrollment token expires."),
    }),
  },
  remove: { ...verb(deletePasswordSender), status: 204 },
  actions: {
    revoke: action(revokePasswordSender, { result: structure("RevokedPasswordSender", { key, status }) }),
  },
});
