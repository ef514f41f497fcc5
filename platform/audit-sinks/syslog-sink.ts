import { createSocket } from "node:dgram";
import { connect, isIP, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectTls } from "node:tls";

import { auditSinkCallMs } from "#domain/audit-limits.ts";

import type { AuditSink } from "./audit-sink.ts";
import { syslogMessage } from "./syslog-message.ts";

/** Options of a syslog sink: its server. */
export interface SyslogSinkOptions {
  readonly transport: "udp" | "tcp" | "tls";
  readonly host: string;
  readonly port: number;
  /** PEM text of the authority that signed the server's certificate; only with TLS. */
  readonly ca?: string | undefined;
}

/**
 * Sends the audit to a syslog server (RFC 5424). Over TCP and TLS each delivery has a connection of its own, and counts when the server has
 * read it to its end and closed. Over UDP there is no confirmation, so a delivery counts when it was sent.
 */
export function createSyslogSink(options: SyslogSinkOptions): AuditSink {
  return {
    name: "syslog",
    deliver(records) {
      const messages = records.map((record) => Buffer.from(syslogMessage(record, hostname()), "utf8"));
      return options.transport === "udp" ? sendDatagrams(options, messages) : sendStream(options, messages);
    },
  };
}

async function sendDatagrams({ host, port }: SyslogSinkOptions, messages: readonly Buffer[]): Promise<void> {
  const socket = createSocket(isIP(host) === 6 ? "udp6" : "udp4");
  try {
    for (const message of messages) {
      await new Promise<void>((resolve, reject) => {
        socket.once("error", reject);
        socket.send(message, port, host, (error) => (error ? reject(error) : resolve()));
      });
    }
  } finally {
    socket.close();
  }
}

function sendStream(options: SyslogSinkOptions, messages: readonly Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = open(options);
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(auditSinkCallMs, () => fail(new Error(`no answer within ${auditSinkCallMs} ms`)));
    socket.once("error", fail);
    const broken = () => fail(new Error("the connection was closed before everything was read"));
    // The server's end comes after it has read ours; an earlier end, or a break, has lost something.
    socket.once("end", () => (socket.writableFinished ? resolve() : broken()));
    socket.once("close", broken);
    socket.resume();
    // A length before each message keeps them apart whatever they hold (RFC 6587, 3.4.1).
    socket.end(Buffer.concat(messages.flatMap((message) => [Buffer.from(`${message.length} `), message])));
  });
}

function open({ transport, host, port, ca }: SyslogSinkOptions): Socket {
  const to = { host, port, allowHalfOpen: true };
  if (transport === "tcp") return connect(to);
  return connectTls({ ...to, ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) });
}
