import { senderNameMaxCharacters } from "../password-sender-limits.ts";
import { reportOutcomes } from "../password-sync/sender-call.ts";
import type { PublicKey } from "../proxies/public-key.ts";
import { guid, integer, json, list, oneOf, sealed, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Programs on target systems that report the passwords which people set there. */
export const passwordSenders = resource("passwordSenders", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "PasswordSender", key: "passwordSenderKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the password sender."),
    targetSystemKey: text()
      .givenOnce()
      .format("notEmpty")
      .searched()
      .policy()
      .label("Target system")
      .shown("Key of the target system whose changes it reports."),
    name: text(senderNameMaxCharacters)
      .givenOnce()
      .format("filled")
      .searched()
      .policy()
      .label("Name")
      .shown("Display name, such as the name of its machine."),
    status: oneOf(["invited", "enrolled", "revoked"])
      .policy()
      .label("Status")
      .shown("Status of the password sender: invited, enrolled or revoked."),
    enrolmentTokenHash: text().optional(),
    enrolmentExpiresAt: time()
      .optional()
      .label("Enrollment token expires")
      .shown("Time at which the enrollment token expires; null if there is none."),
    signingKey: json<PublicKey>().optional(),
    /** Public half of the pair to which the sender seals passwords. */
    receivingKey: json<PublicKey>().optional(),
    receivingSecret: sealed().optional(),
    invitedAt: time().ordered().label("Invited").shown("Time of the invitation."),
    invitedByKey: guid().optional().shown("Key of the user who invited it; null for the operator of the service."),
    enrolledAt: time().optional().label("Enrolled").shown("Time of the enrollment; null if it has not enrolled."),
    lastSeenAt: time().optional().label("Last call").shown("Time of the last call; null if never."),
    lastReportAt: time()
      .optional()
      .label("Last report")
      .shown("Time at which the last reported change was recorded; null if never."),
    lastOutcome: oneOf(reportOutcomes)
      .optional()
      .label("Last outcome")
      .shown("Outcome of the last reported change; null if there is none."),
    softwareVersion: text(40)
      .optional()
      .label("Version")
      .shown("Version of its program; null if it never reported one."),
    waiting: integer()
      .optional()
      .label("Waiting")
      .shown("Number of changes that waited at the sender at its last call; null if it never reported that."),
    revokedAt: time().optional().label("Revoked").shown("Time at which it was revoked; null if it was not."),
    /** ID of the spool from which the last report came, and the number of that report. */
    series: text(64).optional(),
    through: integer().initially(0),
    pastSeries: list(text(64)).initially([]),
    /** Digest of the content of the last report, so that another one under its number is not taken for it. */
    reportMark: text().optional(),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemKey"),
  },
  indexes: [index("targetSystemKey", "status"), index("invitedAt", "key")],
  policies: { passwordSender: {} },
});
