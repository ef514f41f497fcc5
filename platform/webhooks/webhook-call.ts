import { lookup, type LookupAddress, type LookupOptions } from "node:dns";
import type { ClientRequest, RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";

import { webhookAddressProblem } from "#domain/webhooks/webhook-address.ts";

import type { InNetworks } from "../networks.ts";
import { http } from "../node-http.ts";
import { createAddressCheck } from "./public-addresses.ts";

/** Error of an endpoint that could not be called or has not answered; the message holds nothing of what the endpoint sent. */
export class WebhookCallError extends Error {
  override readonly name = "WebhookCallError";
}

/** An event to be posted. */
export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answer of an endpoint. */
export interface WebhookAnswer {
  readonly status: number;
  /** Header Retry-After (RFC 9110, 10.2.3), as it came; null if there is none. */
  readonly retryAfter: string | null;
}

/** Sender of events to endpoints. */
export interface WebhookCaller {
  /**
   * Posts an event and returns the head of the answer, whose body is not read. Redirections are not followed.
   * @throws WebhookCallError when the address may not be called, or nothing answers in time
   */
  post(call: WebhookPost): Promise<WebhookAnswer>;
}

/** Options of a caller. */
export interface WebhookCallerOptions {
  /** Networks that may be called although they are not public. */
  readonly allowedNetworks: readonly string[];
  readonly timeoutMs: number;
}

/**
 * Makes the caller of endpoints. Every address of a name is checked at the moment of the connection, so that a name cannot lead to a
 * private network after the check.
 */
export function createWebhookCaller({ allowedNetworks, timeoutMs }: WebhookCallerOptions): WebhookCaller {
  const mayCall = createAddressCheck(allowedNetworks);
  const checkedLookup = createLookup(mayCall);
  return {
    async post({ url, headers, body }) {
      const target = callable(url, mayCall);
      return new Promise((resolve, reject) => {
        const timeout = AbortSignal.timeout(timeoutMs);
        const bytes = Buffer.from(body);
        const options: RequestOptions = {
          method: "POST",
          headers: { ...headers, "content-length": bytes.length },
          lookup: checkedLookup,
          // A connection of its own, so that what an endpoint sends late cannot be taken for the answer to another event.
          agent: false,
          signal: timeout,
        };
        const sent: ClientRequest = (target.protocol === "https:" ? httpsRequest : http.request)(target, options);
        sent.once("response", (answer) => {
          answer.destroy();
          resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] ?? null });
        });
        sent.once("error", (error) => reject(explained(error, timeout.aborted, timeoutMs)));
        sent.end(bytes);
      });
    },
  };
}

function callable(address: string, mayCall: InNetworks): URL {
  // The row may be older than the rule.
  const problem = webhookAddressProblem(address);
  if (problem !== undefined) throw new WebhookCallError(`the address ${problem}`);
  const url = new URL(address);
  const literal = url.hostname.replace(/^\[(.*)\]$/, "$1");
  // A literal is never looked up, so nothing else would check it.
  if (/^[\d.]+$|:/.test(literal) && !mayCall(literal)) throw refused();
  return url;
}

function createLookup(mayCall: InNetworks): LookupFunction {
  return (hostname: string, options: LookupOptions, callback: Parameters<LookupFunction>[2]) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, []);
      // One forbidden address is enough, because the owner of the name must not choose which one is called.
      if (addresses.length === 0 || !addresses.every(({ address }) => mayCall(address))) return callback(refused(), []);
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function refused(): WebhookCallError {
  return new WebhookCallError("the address lies in a network that WEBHOOK_ALLOWED_NETWORKS does not allow");
}

function explained(error: Error & { code?: string }, isLate: boolean, timeoutMs: number): WebhookCallError {
  if (error instanceof WebhookCallError) return error;
  if (isLate) return new WebhookCallError(`no answer within ${timeoutMs} ms`, { cause: error });
  return new WebhookCallError(`no connection (${error.code ?? error.message})`, { cause: error });
}
