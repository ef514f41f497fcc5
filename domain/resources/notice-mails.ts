import { mailStates } from "../notices/mail-states.ts";
import { flag, guid, integer, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Mails that bring notifications: one for each, or a digest for those of a day. */
export const noticeMails = resource("noticeMails", {
  class: "local",
  key: "key",
  entity: { type: "NoticeMail", key: "noticeMailKey" },
  properties: {
    key: guid().policy().shown("Its key, which stands in its Message-ID."),
    userKey: guid().policy().shown("For whom it is."),
    digest: flag().shown("Whether it brings the notices of a day."),
    count: integer().shown("How many notices it brings."),
    state: oneOf(mailStates).policy().shown("Whether it waits, was taken by the mail server, or was given up."),
    dueAt: time().shown("When it is to be sent."),
    tries: integer().initially(0).shown("How often that was tried."),
    nextTryAt: time().shown("When it is tried next."),
    lastStatus: integer().optional().shown("The last answer of the mail server as a number; null = there was none."),
    lastError: text(400)
      .optional()
      .searched()
      .shown("Why the last try failed, in the words of the server; null = it did not."),
    createdAt: time().shown("When it was made."),
    endedAt: time().optional().shown("When it was taken or given up; null = it waits."),
  },
  relations: { user: one("users", "userKey") },
  indexes: [index("state", "nextTryAt"), index("userKey", "state"), index("state", "endedAt")],
  policies: { noticeMail: {} },
});
