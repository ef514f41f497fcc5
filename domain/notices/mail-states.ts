/** The states of a mail: still to be sent, taken by the mail server, or given up. */
export const mailStates = ["waiting", "sent", "dead"] as const;

/** What becomes of a notice by mail. */
export const noticeMailStates = {
  off: "no mail server was set",
  waiting: "a mail for it is still to be made",
  inMail: "the mail of `mailKey` brings it",
  notWanted: "the person wants no mails, or is disabled",
  noAddress: "no mail address of the person is known",
} as const;

/** What becomes of a notice by mail, as a word. */
export type NoticeMailState = keyof typeof noticeMailStates;

/** How somebody wants to be told by mail. */
export const noticeDeliveries = ["atOnce", "daily", "none"] as const;

/** How somebody wants to be told by mail. */
export type NoticeDelivery = (typeof noticeDeliveries)[number];

/** What the workflow of the mails has to do next; null waits for a wake alone. */
export type MailStep = { readonly do: "deliver" } | { readonly do: "wait"; readonly waitMs: number | null };
