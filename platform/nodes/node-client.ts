import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

import { type ErrorCode, errors, ServiceError } from "#domain/errors.ts";
import { answerMs } from "#domain/node-limits.ts";
import { nodeAddressProblem } from "#domain/nodes/node-address.ts";
import { proxyCallHeaders, proxyCallText, timeOfAnswer } from "#domain/proxies/proxy-call.ts";

import type { Clock } from "../clock.ts";
import { connectionCause } from "../connection-cause.ts";
import type { Ids } from "../ids.ts";
import { http } from "../node-http.ts";
import { type NodeKeys, signAsNode } from "./node-keys.ts";

/** Call of another node. */
export interface NodeCall {
  /** Address at which the other node is reached. */
  readonly address: string;
  readonly path: string;
  /** Name and keys of this node. */
  readonly name: string;
  readonly keys: NodeKeys;
  readonly body: object;
  readonly maxBytes: number;
  /** Milliseconds that the other node may wait before it answers. */
  readonly waitMs: number;
  /** Milliseconds in which the answer must have come whole, beyond this wait; the usual time if it is left out. */
  readonly withinMs?: number;
  /** Milliseconds by which its clock is ahead, as far as is known. */
  readonly skewMs?: number;
  readonly signal?: AbortSignal;
}

/** Answer of another node. */
export interface NodeAnswer {
  readonly bytes: Buffer;
  /** Packing of the bytes; undefined if they are as they are. */
  readonly encoding: string | undefined;
  /** Nonce of the call that was answered. */
  readonly nonce: string;
  /** Milliseconds by which the clock of the other node is ahead; undefined if it did not tell. */
  readonly skewMs: number | undefined;
}

interface RawAnswer extends NodeAnswer {
  readonly status: number;
}

const nonceBytes = 16;
const refusalMaxBytes = 65_536;
/** Difference of clocks beyond which a refused call is signed once more, by the clock of the other node. */
const skewToleratedMs = 20_000;

/**
 * Makes a signed call of another node and returns its answer. If it refuses the time of the signature, the call is signed once more by its
 * own clock: clocks of nodes differ, and a call is new by its nonce.
 * @throws NODE_AWAY, NODE_ANSWER_REFUSED, and the refusal of the other node
 */
export async function callNode(
  parts: { readonly clock: Clock; readonly ids: Ids },
  call: NodeCall,
): Promise<NodeAnswer> {
  const known = call.skewMs ?? 0;
  const first = await attempt(parts, call, known);
  const other = first.skewMs ?? known;
  const isLate = first.status === 401 && Math.abs(other - known) > skewToleratedMs;
  const answer = isLate ? await attempt(parts, call, other) : first;
  if (answer.status === 200) return answer;
  throw refusalOf(answer);
}

async function attempt(
  { clock, ids }: Parameters<typeof callNode>[0],
  call: NodeCall,
  skewMs: number,
): Promise<RawAnswer> {
  const { path, name, keys, body: content } = call;
  const body = Buffer.from(JSON.stringify(content));
  const timeMs = clock.now() + Math.round(skewMs);
  const nonce = ids.token(nonceBytes);
  const bodyHash = createHash("sha256").update(body).digest("base64url");
  const text = proxyCallText({ proxyId: name, method: "POST", path, timeMs, nonce, bodyHash });
  const headers = {
    [proxyCallHeaders.proxy]: name,
    [proxyCallHeaders.time]: String(timeMs),
    [proxyCallHeaders.nonce]: nonce,
    [proxyCallHeaders.bodyHash]: bodyHash,
    [proxyCallHeaders.signature]: signAsNode(keys, text),
    "content-type": "application/json",
    "content-length": String(body.length),
  };
  const answered = await send(call, headers, body);
  const { timeMs: toldMs } = answered;
  return { ...answered, nonce, skewMs: toldMs === undefined ? undefined : toldMs - clock.now() };
}

/** Answer with the milliseconds UTC of the other node. */
type Sent = Omit<RawAnswer, "nonce" | "skewMs"> & { readonly timeMs: number | undefined };

function send(
  { address, path, maxBytes, waitMs, withinMs = answerMs, signal }: NodeCall,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<Sent> {
  const problem = nodeAddressProblem(address);
  if (problem !== undefined) throw new ServiceError("NODE_WITHOUT_ADDRESS", { detail: `its address ${problem}` });
  const base = new URL(address);
  const url = new URL(`${base.pathname.replace(/\/$/, "")}${path}`, base);
  const request = url.protocol === "https:" ? httpsRequest : http.request;
  // The whole answer, so that one that never ends, or comes byte by byte, ends here.
  const timeout = AbortSignal.timeout(waitMs + withinMs);
  return new Promise((resolve, reject) => {
    const away = (error: unknown) => {
      if (error instanceof ServiceError || signal?.aborted === true) return reject(error);
      const { words } = connectionCause(timeout.aborted ? timeout.reason : error);
      const message = `The node at ${url.origin} does not answer: ${words}. Check that it runs and that its address is right.`;
      reject(new ServiceError("NODE_AWAY", { message, cause: error }));
    };
    const call = request(
      url,
      { method: "POST", headers, signal: signal ? AbortSignal.any([signal, timeout]) : timeout, agent: false },
      (answer) => {
        const limit = answer.statusCode === 200 ? maxBytes : refusalMaxBytes;
        void read(answer, limit).then(
          (bytes) =>
            resolve({
              status: answer.statusCode ?? 0,
              bytes,
              encoding: answer.headers["content-encoding"],
              timeMs: timeOfAnswer(answer.headers),
            }),
          (error: unknown) => {
            call.destroy();
            away(error);
          },
        );
      },
    );
    call.on("error", away);
    call.end(body);
  });
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) {
      const message = `The answer of the other node was refused (tooLarge): it has more than ${maxBytes} bytes. Nothing of it was applied.`;
      throw new ServiceError("NODE_ANSWER_REFUSED", { message, detail: "tooLarge" });
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns the refusal of another node, in its own words if its code is known here. */
function refusalOf({ status, bytes }: RawAnswer): ServiceError {
  let told: unknown;
  try {
    told = (JSON.parse(bytes.toString("utf8")) as { readonly error?: unknown }).error;
  } catch {
    told = undefined;
  }
  const { code, message } =
    typeof told === "object" && told !== null ? (told as Readonly<Record<string, unknown>>) : {};
  if (typeof code === "string" && Object.hasOwn(errors, code))
    return new ServiceError(code as ErrorCode, {
      ...(typeof message === "string" && { message: `The other node refuses: ${message.slice(0, 300)}` }),
    });
  return new ServiceError("NODE_AWAY", {
    message: `The other node answers ${status} without saying why. Check its address.`,
  });
}
