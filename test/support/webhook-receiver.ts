import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { CloudEvent } from "#domain/webhooks/cloud-event.ts";

/** A delivery that an endpoint has received. */
export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: CloudEvent;
}

/** Answer of an endpoint: a status with headers, or no answer. */
export type ReceiverAnswer = number | { readonly status: number; readonly headers: Record<string, string> } | "silence";

/** An endpoint of a test. */
export interface WebhookReceiver {
  readonly url: string;
  /** Every delivery in the order of arrival, including refused ones. */
  readonly received: ReceivedEvent[];
  /** Sets the function that answers from now on. */
  answer(decide: (received: ReceivedEvent) => ReceiverAnswer | Promise<ReceiverAnswer>): void;
  close(): Promise<void>;
}

/** Starts an endpoint on a free port of this machine that accepts everything by default. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let decide: (got: ReceivedEvent) => ReceiverAnswer | Promise<ReceiverAnswer> = () => 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const body = Buffer.concat(chunks).toString();
      const got = { headers: request.headers, body, event: JSON.parse(body) as CloudEvent };
      received.push(got);
      void respond(response, decide(got));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    answer: (next) => void (decide = next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(response: ServerResponse, decided: ReceiverAnswer | Promise<ReceiverAnswer>): Promise<void> {
  const answer = await decided;
  if (answer === "silence") return;
  if (typeof answer === "number") response.writeHead(answer).end("thanks");
  else response.writeHead(answer.status, answer.headers).end();
}
