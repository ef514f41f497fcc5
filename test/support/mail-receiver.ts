import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";

import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from "smtp-server";

/** An email as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Returns all values of a header, by its name in lower case. */
  header(name: string): readonly string[];
  readonly subject: string;
  readonly messageId: string;
  /** Part that is plain text; `html` is the one for browsers. */
  readonly text: string;
  readonly html: string;
}

/** Answer of a server to an email: it accepts it, refuses it with a code and words, or keeps the connection without an answer. */
export type MailAnswer = "taken" | "silence" | { readonly code: number; readonly words: string };

/** A mail server of a test. */
export interface MailReceiver {
  readonly port: number;
  /** Every email whose content arrived, including those refused or not answered. */
  readonly received: ReceivedMail[];
  /** Emails of these that the server has accepted. */
  readonly taken: ReceivedMail[];
  /** Users who have logged in. */
  readonly logins: string[];
  /** Sets the function that answers a content from now on. */
  answer(decide: (mail: ReceivedMail) => MailAnswer): void;
  /** Sets the function that answers a recipient from now on. */
  answerRecipient(decide: (address: string) => MailAnswer): void;
  /** Stops listening on its port. */
  leave(): Promise<void>;
  /** Listens on the same port again. */
  comeBack(): Promise<void>;
}

/** Starts a mail server on a free port of this machine that accepts everything by default. */
export async function startMailReceiver(options: SMTPServerOptions = {}): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  const taken: ReceivedMail[] = [];
  const logins: string[] = [];
  let ofContent: (mail: ReceivedMail) => MailAnswer = () => "taken";
  let ofRecipient: (address: string) => MailAnswer = () => "taken";
  const respond = (answered: MailAnswer, done: (error?: Error) => void) => {
    if (answered === "silence") return;
    done(answered === "taken" ? undefined : Object.assign(new Error(answered.words), { responseCode: answered.code }));
  };

  async function take(stream: Readable, envelope: SMTPServerEnvelope, done: (error?: Error) => void): Promise<void> {
    const { mailFrom, rcptTo } = envelope;
    const from = mailFrom === false ? "" : mailFrom.address;
    const to = rcptTo.map(({ address }) => address);
    const mail = mailOf(await textOf(stream), from, to);
    received.push(mail);
    const answered = ofContent(mail);
    if (answered === "taken") taken.push(mail);
    respond(answered, done);
  }

  const make = () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      closeTimeout: 1,
      onAuth({ username = "" }, _session, done) {
        logins.push(username);
        done(null, { user: username });
      },
      onRcptTo: ({ address }, _session, done) => respond(ofRecipient(address), done),
      onData(stream, { envelope }, done) {
        void take(stream, envelope, done);
      },
      ...options,
    });
    // Some tests are about a client that leaves or refuses the certificate.
    server.on("error", () => undefined);
    return server;
  };
  let server = make();
  const listen = (port: number) => new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    taken,
    logins,
    answer: (decide) => void (ofContent = decide),
    answerRecipient: (decide) => void (ofRecipient = decide),
    leave: () => new Promise((resolve) => server.close(resolve)),
    async comeBack() {
      server = make();
      await listen(port);
    },
  };
}

function mailOf(raw: string, from: string, to: readonly string[]): ReceivedMail {
  const { headers, body } = partsOf(raw);
  const header = (name: string) => headers.flatMap(([key, value]) => (key === name ? [value] : []));
  const boundary = /boundary="([^"]+)"/.exec(header("content-type")[0] ?? "")?.[1] ?? "";
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partsOf(part.trimStart()));
  const partOf = (type: string) => {
    const part = parts.find(({ headers: own }) =>
      own.some(([key, value]) => key === "content-type" && value.startsWith(type)),
    );
    return part === undefined ? "" : decoded(part).replaceAll("\r\n", "\n").trimEnd();
  };
  const [subject = ""] = header("subject");
  const [messageId = ""] = header("message-id");
  return { from, to, header, subject, messageId, text: partOf("text/plain"), html: partOf("text/html") };
}

interface Part {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

function partsOf(raw: string): Part {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers, body: raw.slice(end + 4) };
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.find(([key]) => key === "content-transfer-encoding")?.[1] ?? "7bit";
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
