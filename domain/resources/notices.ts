import {
  type NoticeMailState,
  noticeMailStates,
  type NoticeNotifierState,
  noticeNotifierStates,
} from "../notices/mail-states.ts";
import { type NoticeFacts, noticeKindNames, noticeKinds } from "../notices/notice-kinds.ts";
import { flag, guid, json, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

const meanings = (states: Readonly<Record<string, string>>) =>
  Object.entries(states)
    .map(([state, meaning]) => `${state}: ${meaning}`)
    .join("; ");
const kinds = noticeKindNames.map((name) => `${name}: ${noticeKinds[name].description}`).join(" ");

/** Notifications of users about requests, a row for each user; only that user sees it. */
export const notices = resource("notices", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "Notice", key: "noticeKey" },
  properties: {
    key: guid().policy().shown("Key of the notification."),
    kind: oneOf(noticeKindNames).policy().shown(`Kind of the notification. ${kinds}`),
    userKey: guid().policy().shown("Key of the notified user."),
    requestKey: guid()
      .optional()
      .policy()
      .shown("Key of the request; null if the notification is not about one request."),
    facts: json<NoticeFacts>().shown(
      "Facts of the notification: numbers, words and keys, by names that depend on its kind.",
    ),
    createdAt: time().ordered().shown("Time of creation."),
    mail: oneOf(Object.keys(noticeMailStates) as NoticeMailState[])
      .policy()
      .shown(`State of its delivery by email. ${meanings(noticeMailStates)}.`),
    mailKey: guid().optional().shown("Key of the email that contains the notification; null if none."),
    notifier: oneOf(Object.keys(noticeNotifierStates) as NoticeNotifierState[])
      .initially("off")
      .policy()
      .shown(`State of its delivery by plug-ins. ${meanings(noticeNotifierStates)}.`),
    read: flag(false).changed().policy().shown("True if the notification was read; false initially."),
  },
  relations: { request: one("requests", "requestKey"), user: one("users", "userKey") },
  indexes: [
    index("userKey", "createdAt"),
    index("createdAt", "key"),
    index("mail", "createdAt"),
    index("notifier", "createdAt"),
  ],
  policies: { notice: {} },
});
