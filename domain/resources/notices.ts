import { type NoticeMailState, noticeMailStates } from "../notices/mail-states.ts";
import { type NoticeFacts, noticeKindNames, noticeKinds } from "../notices/notice-kinds.ts";
import { flag, guid, json, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

const ofMail = Object.entries(noticeMailStates).map(([state, meaning]) => `${state}: ${meaning}`);
const kinds = noticeKindNames.map((name) => `${name}: ${noticeKinds[name].description}`).join(" ");

/** Notifications of users about requests, a row for each user; only that user sees it. */
export const notices = resource("notices", {
  class: "local",
  key: "key",
  entity: { type: "Notice", key: "noticeKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    kind: oneOf(noticeKindNames).policy().shown(`What is told. ${kinds}`),
    userKey: guid().policy().shown("Who is told."),
    requestKey: guid().optional().policy().shown("The request; null = it is about no single one."),
    facts: json<NoticeFacts>().shown(
      "What is to be known of it: numbers, words and keys, by names that follow from its kind.",
    ),
    createdAt: time().ordered().shown("When."),
    mail: oneOf(Object.keys(noticeMailStates) as NoticeMailState[])
      .policy()
      .shown(`What becomes of it by mail. ${ofMail.join("; ")}.`),
    mailKey: guid().optional().shown("The mail that brings it; null = none."),
    read: flag(false).changed().policy().shown("Whether it has been read; false at first."),
  },
  relations: { request: one("requests", "requestKey"), user: one("users", "userKey") },
  indexes: [index("userKey", "createdAt"), index("createdAt", "key"), index("mail", "createdAt")],
  policies: { notice: {} },
});
