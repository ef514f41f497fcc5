import type { Secret } from "#connectors/contract/index.ts";

import type { SmtpTls } from "../settings/notice-settings.ts";
import type { Settings } from "../settings/settings.ts";

/** Mail server of an installation, with the sender of its mails. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly tls: SmtpTls;
  /** Credentials; null if the service does not authenticate. */
  readonly login: { readonly user: string; readonly password: Secret } | null;
  readonly from: string;
}

type MailServerSettings = Pick<
  Settings,
  "smtpHost" | "smtpPort" | "smtpTls" | "smtpUser" | "smtpPassword" | "mailFrom"
>;

/** Returns the mail server that the settings name; undefined if they name none. */
export function mailServerOf(settings: MailServerSettings): MailServer | undefined {
  const {
    smtpHost: host,
    smtpPort: port,
    smtpTls: tls,
    smtpUser: user,
    smtpPassword: password,
    mailFrom: from,
  } = settings;
  if (host === null || from === null) return undefined;
  const login = user === null || password === null ? null : { user, password };
  return { host, port, tls, login, from };
}

/** Returns the description of a mail server for operators. */
export function shownServer({ host, port, tls }: MailServer): string {
  return `${host}:${port} (${tls})`;
}
