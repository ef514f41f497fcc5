import { z } from "zod";

import { accessEndNoticeHours } from "#domain/access-limits.ts";
import { digestHour, mailGiveUpHours, mailRetryIntervalsSeconds, noticesKeptDays } from "#domain/notice-limits.ts";
import { isLanguage, languageRule } from "#domain/notices/language.ts";
import { isMailAddress, mailAddressRule } from "#domain/notices/mail-address.ts";
import { noticeDeliveries } from "#domain/notices/mail-states.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { noticeKindList, notifierNames } from "./setting-lists.ts";
import { address, file, secondsList, secret, wholeNumber } from "./setting-schemas.ts";

/** Modes of encryption of the connection to a mail server. */
const smtpTlsModes = ["startTls", "tls", "unencrypted"] as const;

/** Mode of encryption of the connection to a mail server. */
export type SmtpTls = (typeof smtpTlsModes)[number];

const submissionPort = 587;

/** Settings of notices, and of the mails that deliver them. */
export const noticeSettings = {
  smtpHost: {
    name: "SMTP_HOST",
    description:
      "The mail server that takes notices; without it none is sent, and people read them at /v2/notices alone.",
    ...address(/^[A-Za-z0-9.:-]{1,255}$/, "must be the name or the address of a machine", "host"),
    stored: "atOnce",
  },
  smtpPort: {
    name: "SMTP_PORT",
    description: "The port of the mail server.",
    ...wholeNumber("whole number", submissionPort, 1, 65_535),
    stored: "atOnce",
  },
  smtpTls: {
    name: "SMTP_TLS",
    description: `Encryption of the connection to the mail server: startTls (required), tls (from the first byte, usually at port 465), or unencrypted.`,
    type: smtpTlsModes.join(", "),
    default: "startTls",
    schema: z.enum(smtpTlsModes, { error: `must be one of ${smtpTlsModes.join(", ")}` }),
    stored: "atOnce",
  },
  smtpUser: {
    name: "SMTP_USER",
    description: "The user as whom mails are sent, where the mail server wants one.",
    type: "name",
    default: null,
    schema: z.string().nullable(),
    stored: "atOnce",
  },
  smtpPassword: {
    name: "SMTP_PASSWORD",
    description:
      "The password of SMTP_USER. Where it is stored it is sealed; `gatehouse settings set` takes it from a file.",
    ...secret,
    stored: "atOnce",
  },
  mailFrom: {
    name: "MAIL_FROM",
    description: "The address from which mails come.",
    type: "mail address",
    default: null,
    schema: z.string().refine(isMailAddress, mailAddressRule).nullable(),
    stored: "atOnce",
  },
  mailTextsFolder: {
    name: "MAIL_TEXTS_FOLDER",
    description: "Folder with texts of mails of your own, a file for each language such as en.json (docs/notices.md).",
    ...file,
    type: "folder",
    stored: "machine",
  },
  mailRetryIntervalsSeconds: {
    name: "MAIL_RETRY_INTERVALS_SECONDS",
    description: "Waits before each further try of a mail; the last one holds for all that follow.",
    ...secondsList(mailRetryIntervalsSeconds),
    stored: "atOnce",
  },
  mailGiveUpHours: {
    name: "MAIL_GIVE_UP_HOURS",
    description: "Hours after which a mail that could not be sent is given up.",
    ...wholeNumber("hours", mailGiveUpHours, 1, 8_760),
    stored: "atOnce",
  },
  requestPageAddress: {
    name: "REQUEST_PAGE_ADDRESS",
    description:
      "The address at which people see a request, for mails, such as https://portal.example/requests/{key}; `{key}` stands for its key.",
    ...address(/^https?:\/\/[^\s"'<>]*\{key\}[^\s"'<>]*$/, "must be an http:// or https:// address with {key} in it"),
    stored: "atOnce",
  },
  noticeLanguage: {
    name: "NOTICE_LANGUAGE",
    description: "The language of mails to people of whom none is known.",
    type: "language",
    default: "en",
    schema: z.string().refine(isLanguage, languageRule),
    stored: "atOnce",
  },
  noticeDelivery: {
    name: "NOTICE_DELIVERY",
    description:
      "Default delivery of emails to users: atOnce, daily (one email for all notifications of a day), or none.",
    type: noticeDeliveries.join(", "),
    default: "atOnce",
    schema: z.enum(noticeDeliveries, { error: `must be one of ${noticeDeliveries.join(", ")}` }),
    stored: "atOnce",
  },
  noticeDigestHour: {
    name: "NOTICE_DIGEST_HOUR",
    description:
      "The hour, by the clocks of the person, at which the mail of a day is sent to people who have not chosen one.",
    ...wholeNumber("hour", digestHour, 0, 23),
    stored: "atOnce",
  },
  accessEndNoticeHours: {
    name: "ACCESS_END_NOTICE_HOURS",
    description: "Hours before the end of access at which its holder and the manager are told; 0 tells nobody.",
    ...wholeNumber("hours", accessEndNoticeHours, 0, 8_760),
    stored: "atOnce",
  },
  notifierPlugins: {
    name: "NOTIFIER_PLUGINS",
    description:
      "Plug-ins of the kind notifier that bring notifications to people besides email, in the order in which they are asked; none by default.",
    type: "file, file, …",
    default: "",
    schema: notifierNames,
    stored: "atOnce",
  },
  notifierEvents: {
    name: "NOTIFIER_EVENTS",
    description: "Kinds of notifications for which NOTIFIER_PLUGINS are asked; empty for all (docs/notices.md).",
    type: "kind, kind, …",
    default: "",
    schema: noticeKindList,
    stored: "atOnce",
  },
  noticesKeptDays: {
    name: "NOTICES_KEPT_DAYS",
    description: "Days for which notices, and the mails that have ended, are kept.",
    ...wholeNumber("days", noticesKeptDays, 1, 3_650),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
