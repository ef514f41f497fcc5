import type { Secret } from "#connectors/contract/index.ts";

import type { SmtpTls } from "../settings/notice-settings.ts";
import type { Settings } from "../settings/settings.ts";

/** The mail server of an installation, and as whom mails are sent. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly tls: SmtpTls;
  /** Null where nobody logs in. */
  readonly login: { readonly user: string; readonly password: Secret } | null;
  readonly from: string;
}

type MailServerSettings = Pick<
  Settings,
  "smtpHost" | "smtpPort" | "smtpTls" | "smtpUser" | "smtpPassword" | "mailFrom"
>;

/** The mail server that the settings name; undefined where they name none. */
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

/** A mail server as operators read of it. */
export function shownServer({ host, port, tls }: MailServer): string {
  return `${host}:${port} (${tls})`;
}
