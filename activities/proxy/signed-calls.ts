import { nodeProofHeaders, proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";

import { hashBody, type ProxyKeys } from "./keys.ts";
import { type Answer, createTransport } from "./transport.ts";

/** Refusal of a call by the API. */
export class ProxyCallError extends Error {
  override readonly name = "ProxyCallError";
  readonly status: number;
  /** Error code of the API, such as OUTCOME_REFUSED. */
  readonly code: string;

  /** Time of the service when it answered, to the second; undefined if it did not tell. */
  readonly timeMs: number | undefined;
  /** Milliseconds after which the service wants to be called again; undefined if it did not tell. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: string, message: string, told: Pick<Answer, "timeMs" | "retryAfterMs"> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.timeMs = told.timeMs;
    this.retryAfterMs = told.retryAfterMs;
  }

  /** True if the same call may be accepted later: the API is busy, stopping or failing. */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** Keys and settings of signed calls. */
export interface SignedCallsOptions {
  /** Name under which the keys are enrolled. */
  readonly proxyId: string;
  /** Address of the API; HTTPS, or plain HTTP on this machine. */
  readonly address: string;
  readonly keys: ProxyKeys;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keepAliveSeconds: number;
  /** Refuses an accepted call's answer by throwing; by default every answer is believed that came over the connection. */
  verify?(answered: AnsweredCall): void;
}

/** Answer of the API, with the call that it answers and the proof of its node. */
export interface AnsweredCall extends Pick<Answer, "node" | "signature" | "body"> {
  readonly proxyId: string;
  readonly path: string;
  readonly nonce: string;
}

/** Calls of the API that are signed with the keys of their caller. */
export interface SignedCalls {
  /** Returns the body of the answer. Rejects with `ProxyCallError` or a network error. */
  call(path: string, content: unknown, signal?: AbortSignal): Promise<string>;
  close(): void;
}

const nonceBytes = 16;

/**
 * Makes the sender of signed calls.
 * @throws PROXY_MISCONFIGURED when the address is plain HTTP and not on this machine
 */
export function createSignedCalls(options: SignedCallsOptions): SignedCalls {
  const { proxyId, keys, clock, ids, verify } = options;
  const transport = createTransport(options.address, { keepAliveSeconds: options.keepAliveSeconds });
  return {
    async call(path, content, signal) {
      const body = JSON.stringify(content);
      const timeMs = clock.now();
      const nonce = ids.token(nonceBytes);
      const bodyHash = hashBody(body);
      const signature = keys.signCall({ proxyId, method: "POST", path, timeMs, nonce, bodyHash });
      const headers = {
        [proxyCallHeaders.proxy]: proxyId,
        [proxyCallHeaders.time]: String(timeMs),
        [proxyCallHeaders.nonce]: nonce,
        [proxyCallHeaders.bodyHash]: bodyHash,
        [proxyCallHeaders.signature]: signature,
        ...(verify && { [nodeProofHeaders.asked]: "1" }),
      };
      const answer = await transport.post({ path, headers, body, signal });
      if (answer.status < 200 || answer.status > 299) throw refusal(answer);
      verify?.({ ...answer, proxyId, path, nonce });
      return answer.body;
    },
    close: () => transport.close(),
  };
}

function refusal({ status, body, ...told }: Answer): ProxyCallError {
  try {
    const { error } = JSON.parse(body) as { error: { code: string; message: string } };
    return new ProxyCallError(status, error.code, error.message, told);
  } catch {
    return new ProxyCallError(status, "", `The API answered ${status} without saying why. Check API_ADDRESS.`, told);
  }
}
