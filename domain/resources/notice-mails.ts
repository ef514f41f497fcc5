import { mailStates } from "../notices/mail-states.ts";
import { flag, guid, integer, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Mails that bring notifications: one for each, or a digest for those of a day. */
export const noticeMails = resource("noticeMails", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "NoticeMail", key: "noticeMailKey" },
  properties: {
    key: guid().policy().shown("Key of the email, which is part of its Message-ID."),
    userKey: guid().policy().shown("Key of the recipient."),
    digest: flag().shown("True if the email is a daily digest."),
    count: integer().shown("Number of notifications in the email."),
    state: oneOf(mailStates).policy().shown("State of the email: waiting, accepted by the mail server, or abandoned."),
    dueAt: time().shown("Time at which the email is due."),
    tries: integer().initially(0).shown("Number of attempts."),
    nextTryAt: time().shown("Time of the next attempt."),
    lastStatus: integer().optional().shown("Last reply code of the mail server; null if there was none."),
    lastError: text(400)
      .optional()
      .searched()
      .shown("Error of the last attempt, as reported by the mail server; null if it did not fail."),
    createdAt: time().shown("Time of creation."),
    endedAt: time().optional().shown("Time at which the email was accepted or abandoned; null if it is waiting."),
  },
  relations: { user: one("users", "userKey") },
  indexes: [index("state", "nextTryAt"), index("userKey", "state"), index("state", "endedAt")],
  policies: { noticeMail: {} },
});
