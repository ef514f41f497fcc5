import { CallError, isAway } from "../base/call-error.ts";
import { askForProof } from "../base/proof-store.ts";
import { type Answered, send, type SentCall } from "../base/send.ts";
import { csrfToken, renewSession } from "../base/session-store.ts";
import type { Changes } from "./calls.ts";
import type { Answering } from "./odata.ts";
import { filled, type Keys } from "./path.ts";

const betweenTriesMs = 2_000;
/** Milliseconds for which a change is retried while the service does not answer. */
const triedForMs = 120_000;

/** A row with the ETag of its version. */
export type Tagged<Row> = Row & { readonly "@odata.etag"?: string };

/** Headers of a change. */
interface Terms {
  /** ETag of the version that the caller has read. It keeps the change from overwriting a newer version. */
  readonly etag?: string | null;
  /** Idempotency key of an earlier attempt; a new one by default. */
  readonly callKey?: string;
}

/** A call that changes something, made by `call`. */
export interface Change<Answer = unknown> extends Terms, Answering<Answer> {
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
}

/** Body of a change. */
export type BodyOf<Name extends keyof Changes> = Changes[Name]["body"];

type GivenKey<Texts extends readonly string[]> = Texts extends readonly []
  ? unknown
  : { readonly key: Texts extends readonly [string] ? string : Texts };
type GivenBody<Body> = [Body] extends [undefined]
  ? unknown
  : object extends Body
    ? { readonly body?: Body }
    : { readonly body: Body };
type Given<Name extends keyof Changes> = Terms & GivenKey<Keys<Name>> & GivenBody<BodyOf<Name>>;

/** Returns a change by its method and address. A `key` with several texts is for an address with several `()`. */
export function call<Name extends keyof Changes>(
  name: Name,
  ...[given]: object extends Given<Name> ? [Given<Name>?] : [Given<Name>]
): Change<Changes[Name]["answer"]> {
  const [method = "", address = ""] = name.split(" ");
  const { key = [], body = method === "POST" ? {} : undefined, ...terms } = (given ?? {}) as AnyGiven;
  return { ...terms, method, path: filled(address, [key].flat()), body } as Change<Changes[Name]["answer"]>;
}

interface AnyGiven extends Terms {
  readonly key?: string | readonly string[];
  readonly body?: unknown;
}

/**
 * Sends a change. Without an answer, it is retried under the same idempotency key until the service answers.
 * @throws CallError, UnreachableError after two minutes
 */
export async function change<Answer>({
  etag,
  callKey = crypto.randomUUID(),
  ...sent
}: Change<Answer>): Promise<Answer> {
  const headers = {
    "idempotency-key": callKey,
    ...(etag === undefined || etag === null ? {} : { "if-match": etag }),
  };
  const { body } = await untilAnswered({ ...sent, headers });
  return body as Answer;
}

/**
 * Sends a call whose answer is made for it alone, such as a secret. The call is never repeated.
 * @throws CallError, UnreachableError
 */
export async function askOnce<Answer>({ method, path, body }: Change<Answer>): Promise<Answer> {
  return (await inSession({ method, path, body })).body as Answer;
}

async function untilAnswered(sent: SentCall): Promise<Answered> {
  const givenUpAt = Date.now() + triedForMs;
  for (;;) {
    try {
      return await inSession(sent);
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
 * @throws CallError, UnreachableError
 */
export async function inSession(sent: SentCall): Promise<Answered> {
  for (;;) {
    const token = csrfToken();
    try {
      return await send({ ...sent, headers: { ...sent.headers, "x-csrf-token": token } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (await isConfirmed(sent, error)) continue;
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
