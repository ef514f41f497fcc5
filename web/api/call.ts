import { CallError, isAway } from "../base/call-error.ts";
import { askForProof } from "../base/proof-store.ts";
import { type Answered, send, type SentCall } from "../base/send.ts";
import { csrfToken, renewSession } from "../base/session-store.ts";

const betweenTriesMs = 2_000;
/** Milliseconds for which a change is retried while the service does not answer. */
const triedForMs = 120_000;

/**
 * Reads the resource at a path.
 * @throws CallError, UnreachableError
 */
export async function read<T>(path: string, signal?: AbortSignal, headers: SentCall["headers"] = {}): Promise<T> {
  const { body } = await inSession({ method: "GET", path, headers, ...(signal === undefined ? {} : { signal }) });
  return body as T;
}

/** A row with the ETag of its version. */
export type Tagged<Row> = Row & { readonly "@odata.etag"?: string };

/** A call that changes something. */
export interface Change {
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /** ETag of the version that the caller has read. It keeps the change from overwriting a newer version. */
  readonly etag?: string | null;
  /** Idempotency key of an earlier attempt; a new one by default. */
  readonly callKey?: string;
}

/**
 * Sends a change. Without an answer, it is retried under the same idempotency key until the service answers.
 * @throws CallError, UnreachableError after two minutes
 */
export async function change<T>({ etag, callKey = crypto.randomUUID(), ...call }: Change): Promise<T> {
  const headers = {
    "idempotency-key": callKey,
    ...(etag === undefined || etag === null ? {} : { "if-match": etag }),
  };
  const { body } = await untilAnswered({ ...call, headers });
  return body as T;
}

/**
 * Sends a call whose answer is made for it alone, such as a secret. The call is never repeated.
 * @throws CallError, UnreachableError
 */
export async function askOnce<T>(call: Omit<Change, "etag" | "callKey">): Promise<T> {
  return (await inSession(call)).body as T;
}

async function untilAnswered(call: SentCall): Promise<Answered> {
  const givenUpAt = Date.now() + triedForMs;
  for (;;) {
    try {
      return await inSession(call);
    } catch (error) {
      // The change may have been carried out already; the idempotency key keeps it from happening twice.
      if (!isAway(error) || Date.now() > givenUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
    }
  }
}

/**
 * Sends a call in the browser session. If the session has expired or the user must confirm their identity, it waits for that and sends the
 * call again.
 */
async function inSession(call: SentCall): Promise<Answered> {
  for (;;) {
    const token = csrfToken();
    try {
      return await send({ ...call, headers: { ...call.headers, "x-csrf-token": token } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (await isConfirmed(call, error)) continue;
      if (!isOfSession(error)) throw error;
      // Another tab may have signed in meanwhile: then only the token was outdated.
      if (!(await renewSession(token))) throw error;
    }
  }
}

/** Reports whether a refused call can be sent again because the user has confirmed their identity. */
async function isConfirmed({ path }: SentCall, { code }: CallError): Promise<boolean> {
  // The call that proves the identity cannot wait for a proof.
  return code === "PROOF_REQUIRED" && !path.endsWith("/prove") && (await askForProof());
}

function isOfSession({ status, code }: CallError): boolean {
  return (status === 401 && (code === "SESSION_INVALID" || code === "TOKEN_MISSING")) || code === "CROSS_SITE";
}
