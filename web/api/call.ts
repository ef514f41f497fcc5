import { CallError, isAway } from "../base/call-error.ts";
import { askForProof } from "../base/proof-store.ts";
import { type Answered, send, type SentCall } from "../base/send.ts";
import { csrfToken, renewSession } from "../base/session-store.ts";

const betweenTriesMs = 2_000;
/** For so long a call that changes something is sent again to a service that does not answer. */
const triedForMs = 120_000;

/**
 * Reads what is at a path.
 * @throws CallError, UnreachableError
 */
export async function read<T>(path: string, signal?: AbortSignal, headers: SentCall["headers"] = {}): Promise<T> {
  const { body } = await inSession({ method: "GET", path, headers, ...(signal === undefined ? {} : { signal }) });
  return body as T;
}

/** A row with the tag of its version. */
export type Tagged<Row> = Row & { readonly "@odata.etag"?: string };

/** What changes something. */
export interface Change {
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /** What was read, so that nothing is overwritten that somebody else has changed since. */
  readonly etag?: string | null;
  /** The key under which it is sent, where it may have been sent before; without it a new one. */
  readonly callKey?: string;
}

/**
 * Changes something, once: where no answer comes it is sent again under the same key, until the service answers.
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
 * Asks for what is made for this one call, such as a secret: it is never sent twice.
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
      // It may or may not have been carried out, and its key says so.
      if (!isAway(error) || Date.now() > givenUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
    }
  }
}

/**
 * Sends a call in the session of the browser. Where that has ended, or somebody has to confirm that it is them, it waits for that, and
 * sends it again.
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
      // Another tab may have signed in meanwhile: then the token alone was too old.
      if (!(await renewSession(token))) throw error;
    }
  }
}

/** Whether a call that was refused for it can be sent again, because somebody has confirmed that it is them. */
async function isConfirmed({ path }: SentCall, { code }: CallError): Promise<boolean> {
  // What gives a proof cannot wait for one.
  return code === "PROOF_REQUIRED" && !path.endsWith("/prove") && (await askForProof());
}

function isOfSession({ status, code }: CallError): boolean {
  return (status === 401 && (code === "SESSION_INVALID" || code === "TOKEN_MISSING")) || code === "CROSS_SITE";
}
