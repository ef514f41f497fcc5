import type { SessionCalls } from "#domain/chains/session-calls.ts";

import { send, type SentCall } from "./send.ts";

type SessionCall = keyof SessionCalls;
type GivenBody<Body> = [Body] extends [undefined] ? unknown : { readonly body: Body };
type GivenAttempt<Name> = Name extends `${string}{attempt}` ? { readonly attempt: string } : unknown;
type Given<Name extends SessionCall> = GivenBody<SessionCalls[Name]["body"]> &
  GivenAttempt<Name> &
  Pick<SentCall, "headers">;

/**
 * Sends a call about the session of this browser, by its method and address. `attempt` is the handle of the sign-in that it is about.
 * @throws CallError, UnreachableError
 */
export async function callSession<Name extends SessionCall>(
  name: Name,
  given: Given<Name>,
): Promise<SessionCalls[Name]["answer"]> {
  const [method, address = ""] = name.split(" ");
  const { attempt = "", ...sent } = given as Partial<Pick<SentCall, "body" | "headers">> & {
    readonly attempt?: string;
  };
  // A handle can come from the address of the page, which anybody may have written.
  const path = address.replace("{attempt}", () => encodeURIComponent(attempt));
  const answered = await send({ ...sent, method: method as SentCall["method"], path });
  return answered.body as SessionCalls[Name]["answer"];
}
