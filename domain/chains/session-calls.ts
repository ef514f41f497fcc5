import type { OwnSession } from "../identity/own-session.ts";
import type { Asked } from "./asked-fields.ts";

/** Answer to a step of a sign-in: what is asked next, or the end of the sign-in. */
export interface SignInAnswer extends Partial<Asked> {
  /** Handle of a new sign-in. */
  readonly attempt?: string;
  /** Time until which a new sign-in can continue. */
  readonly expiresAt?: string;
  readonly end?: "ALLOW" | "DENY";
}

/** Bodies and answers of the calls about the session of a browser, by their methods and addresses. */
export interface SessionCalls {
  readonly "GET /react/session": { readonly body: undefined; readonly answer: OwnSession<string> };
  readonly "DELETE /react/session": { readonly body: undefined; readonly answer: undefined };
  readonly "POST /react/session": { readonly body: Readonly<Record<string, never>>; readonly answer: SignInAnswer };
  readonly "POST /react/session/{attempt}": {
    readonly body: { readonly fields: Readonly<Record<string, string>> };
    readonly answer: SignInAnswer;
  };
}
