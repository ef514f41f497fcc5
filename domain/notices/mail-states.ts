/** States of an email: still to be sent, accepted by the mail server, or failed for good. */
export const mailStates = ["waiting", "sent", "dead"] as const;

/** States of a notice's delivery by email, with their meanings. */
export const noticeMailStates = {
  off: "no mail server was configured",
  waiting: "its email is not created yet",
  inMail: "the email of `mailKey` contains it",
  notWanted: "the user wants no emails, or is disabled",
  noAddress: "the user has no email address",
} as const;

/** State of a notice's delivery by email. */
export type NoticeMailState = keyof typeof noticeMailStates;

/** States of a notice's delivery by plug-ins, with their meanings. */
export const noticeNotifierStates = {
  off: "no plug-in is named for notifications of its kind",
  waiting: "it is not in the queue yet",
  queued: "a delivery in `pluginDeliveries` has its state",
} as const;

/** State of a notice's delivery by plug-ins. */
export type NoticeNotifierState = keyof typeof noticeNotifierStates;

/** Choices of a user for notices by email. */
export const noticeDeliveries = ["atOnce", "daily", "none"] as const;

/** Choice of a user for notices by email. */
export type NoticeDelivery = (typeof noticeDeliveries)[number];

/** Next step of the workflow of the emails; a null `waitMs` waits for a wake alone. */
export type MailStep = { readonly do: "deliver" } | { readonly do: "wait"; readonly waitMs: number | null };
