import { createTransport } from "nodemailer";

import { mailConnectionMs, mailErrorMaxCharacters, mailSilenceMs } from "#domain/notice-limits.ts";
import { domainOf, isMailAddress, mailAddressRule } from "#domain/notices/mail-address.ts";
import type { RenderedMail } from "#domain/notices/render-mail.ts";

import type { MailServer } from "./mail-server.ts";

/** A mail to be sent. */
export interface OutgoingMail extends RenderedMail {
  /** Name of the mail, the same at each attempt, so that a recipient can recognize a duplicate. */
  readonly key: string;
  /** Address of the recipient; exactly one. */
  readonly to: string;
}

/**
 * Outcome of a mail: the server has taken it; it has refused it, for now or for good; or the server cannot be used, which says nothing
 * about this mail alone.
 */
export interface MailOutcome {
  readonly outcome: "sent" | "later" | "refused" | "away";
  /** Status code of the server; null if none came. */
  readonly status: number | null;
  /** Words of the server, or a description of what happened instead. */
  readonly words: string;
}

/** Sender of mails through one server, over one connection for as long as it lasts. */
export interface Mailer {
  /** Sends a mail; never fails, because the outcome says what has happened. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): void;
}

/** Makes the mailer of a server. */
export function createMailer(server: MailServer): Mailer {
  const transport = connect(server);
  return {
    async send({ key, to, subject, text, html }) {
      // The library reads texts as lists of addresses, even in an envelope.
      if (!isMailAddress(to)) return { outcome: "refused", status: null, words: `the address ${mailAddressRule}` };
      try {
        const sent = await transport.sendMail({
          messageId: messageIdOf(key, server),
          from: {
            name: "Gatehouse",
            address: server.from,
          },
          to: {
            name: "",
            address: to,
          },
          envelope: {
            from: server.from,
            to: [to],
          },
          headers: { "Auto-Submitted": "auto-generated" },
          subject,
          text,
          html,
        });
        return { outcome: "sent", status: statusIn(sent.response), words: wordsOf(sent.response) };
      } catch (error) {
        return failed(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Returns the Message-ID of a mail. */
function messageIdOf(key: string, { from }: Pick<MailServer, "from">): string {
  return `<${key}@${domainOf(from)}>`;
}

function connect({ host, port, tls, login }: MailServer) {
  return createTransport({
    host,
    port,
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    secure: tls === "tls",
    requireTLS: tls === "startTls",
    ignoreTLS: tls === "unencrypted",
    ...(login && {
      auth: {
        user: login.user,
        pass: login.password.use((password) => password),
      },
    }),
    connectionTimeout: mailConnectionMs,
    greetingTimeout: mailConnectionMs,
    dnsTimeout: mailConnectionMs,
    socketTimeout: mailSilenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const serviceClosing = 421;
const lastTemporary = 499;

interface MailError {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly message: string;
}

function failed(error: unknown): MailOutcome {
  const { code = "", command = "", response, responseCode: status = null, message } = error as MailError;
  const words = wordsOf(response ?? message);
  // A complaint about the recipient or the content concerns this mail; one about sign-in or sender concerns all.
  const isOfMail = ["EENVELOPE", "EMESSAGE"].includes(code) && !command.startsWith("MAIL FROM");
  // The command shows an operator where in the dialogue it failed.
  if (!isOfMail || status === serviceClosing)
    return { outcome: "away", status, words: command === "" ? words : `${command}: ${words}` };
  return { outcome: status !== null && status <= lastTemporary ? "later" : "refused", status, words };
}

function statusIn(response: string): number | null {
  const status = Number.parseInt(response, 10);
  return Number.isNaN(status) ? null : status;
}

function wordsOf(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, mailErrorMaxCharacters);
}
