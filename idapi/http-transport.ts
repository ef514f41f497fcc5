import { LibraryError, type LibraryErrorParts } from "./library-error.ts";
import type { OpenedSession, Transport } from "./transport.ts";

const callMs = 60_000;

/** Makes the transport to a service over HTTP. */
export function httpTransport(url: string): Transport {
  const root = `${url.replace(/\/+$/, "")}/idapi/`;
  const post = (name: string, input: unknown, sessionKey?: string) => send({ address: root + name, input, sessionKey });
  return {
    logIn: async (user, password) => (await post("login", { user, password })) as OpenedSession,
    call: post,
    async logOut(sessionKey) {
      await post("logout", {}, sessionKey);
    },
    close: () => Promise.resolve(),
  };
}

interface Sent {
  readonly address: string;
  readonly input: unknown;
  readonly sessionKey: string | undefined;
}

async function send({ address, input, sessionKey }: Sent): Promise<unknown> {
  const authorization = sessionKey === undefined ? {} : { authorization: `Bearer ${sessionKey}` };
  const answer = await reach(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: JSON.stringify(input),
    // Keys and passwords go to this address only.
    redirect: "error",
    signal: AbortSignal.timeout(callMs),
  });
  const text = await answer.text();
  if (answer.ok) return text === "" ? null : valueOf(text, answer);
  throw refusalIn(text, answer.status);
}

async function reach(address: string, call: RequestInit): Promise<Response> {
  try {
    return await fetch(address, call);
  } catch (cause) {
    const { origin } = new URL(address);
    throw new LibraryError({
      code: "SERVICE_UNREACHABLE",
      message: `The service at ${origin} does not answer.`,
      cause,
    });
  }
}

/** Returns the value of an answer: JSON, or a text by itself such as a count. */
function valueOf(text: string, { headers }: Response): unknown {
  return (headers.get("content-type") ?? "").startsWith("application/json") ? (JSON.parse(text) as unknown) : text;
}

function refusalIn(text: string, status: number): LibraryError {
  const known = errorIn(text);
  return new LibraryError(known ?? { code: "ANSWER_UNKNOWN", message: `The service has answered ${status}.` });
}

function errorIn(text: string): LibraryErrorParts | undefined {
  try {
    return (JSON.parse(text) as { readonly error?: LibraryErrorParts }).error;
  } catch {
    return undefined;
  }
}
