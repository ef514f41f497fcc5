import { CallError, type Refusal, UnreachableError } from "./call-error.ts";
import { noteReachable } from "./connection.ts";

/** Parts of a call. */
export interface SentCall {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Answer of the service: the body as JSON; undefined if there is none. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly etag: string | null;
}

// A reverse proxy answers with these while the service restarts.
const awayStatus = new Set([502, 503, 504]);

/**
 * Sends one call with the cookie of the browser.
 * @throws CallError if it is refused, UnreachableError if the service does not answer
 */
export async function send({ method, path, body, headers, signal }: SentCall): Promise<Answered> {
  const response = await fetched(path, {
    method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    credentials: "same-origin",
    redirect: "error",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer = await bodyOf(response);
  noteReachable(!awayStatus.has(response.status));
  if (response.ok) return { status: response.status, body: answer, etag: response.headers.get("etag") };
  throw refusedBy(response, answer);
}

async function fetched(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    noteReachable(false);
    throw new UnreachableError(cause);
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new UnreachableError(cause);
  });
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return isJson && text !== "" ? (JSON.parse(text) as unknown) : undefined;
}

function refusedBy(response: Response, body: unknown): Error {
  const { error } = (body ?? {}) as { readonly error?: Refusal };
  if (error === undefined) return new UnreachableError(`status ${response.status}`);
  const requestId = response.headers.get("x-request-id");
  return new CallError(response.status, error, { body, ...(requestId === null ? {} : { requestId }) });
}
