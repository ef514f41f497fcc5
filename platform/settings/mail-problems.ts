import { isLoopbackHost, type Secret } from "#connectors/contract/index.ts";

import type { SmtpTls } from "./notice-settings.ts";

/** Settings that decide how mails are sent, as far as they are known. */
export interface MailSettings {
  readonly smtpHost?: string | null;
  readonly smtpPort?: number;
  readonly smtpTls?: SmtpTls;
  readonly smtpUser?: string | null;
  readonly smtpPassword?: Secret | null;
  readonly mailFrom?: string | null;
}

interface Known {
  readonly host: string | null;
  readonly from: string | null;
  readonly user: string | null;
  readonly hasPassword: boolean;
  readonly isClear: boolean;
}

const rules: readonly (readonly [broken: (known: Known) => boolean, words: string])[] = [
  [
    ({ host, from }) => host !== null && from === null,
    "SMTP_HOST needs MAIL_FROM, the address from which mails come. Set MAIL_FROM first.",
  ],
  [
    ({ host, hasPassword }) => hasPassword && host === null,
    "SMTP_PASSWORD is that of one server. Set SMTP_HOST first, and take the password away before the host.",
  ],
  [
    ({ user, hasPassword }) => user !== null && !hasPassword,
    "SMTP_USER needs SMTP_PASSWORD. Set SMTP_PASSWORD first, and take the user away before the password.",
  ],
  [
    ({ host, hasPassword, isClear }) => hasPassword && isClear && host !== null && !isLoopbackHost(host),
    "SMTP_PASSWORD would travel to another machine in clear. Set SMTP_TLS to startTls or tls.",
  ],
];

/** Returns a sentence, with the way out, for each reason why mails could not be sent by these settings, or the password could leak. */
export function mailProblems(settings: MailSettings): string[] {
  const { smtpHost: host = null, mailFrom: from = null, smtpUser: user = null, smtpPassword, smtpTls } = settings;
  const known = { host, from, user, hasPassword: Boolean(smtpPassword), isClear: smtpTls === "unencrypted" };
  return rules.filter(([broken]) => broken(known)).map(([, words]) => words);
}

/**
 * Returns the problems of a change of these settings. The password must be removed with its server, so that a user who may store settings
 * cannot have it sent to a server of their own.
 */
export function mailChangeProblems(before: MailSettings, after: MailSettings): string[] {
  const known = new Set(mailProblems(before));
  const added = mailProblems(after).filter((problem) => !known.has(problem));
  const isMoved = (["smtpHost", "smtpPort", "smtpTls"] as const).some((name) => before[name] !== after[name]);
  if (!isMoved || !before.smtpPassword || !after.smtpPassword) return added;
  return [
    ...added,
    "SMTP_PASSWORD is that of the present server. Take SMTP_USER and SMTP_PASSWORD away first, and set them again afterwards.",
  ];
}
