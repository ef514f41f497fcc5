import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { isRegistered } from "#domain/identity/redirect-uri.ts";
import { stateMaxCharacters } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import { grantedScope } from "./granted-scope.ts";

/** Schema of a checked authorization request, as it is kept while its user signs in. */
export const authorizationRequest = z.strictObject({
  clientId: z.string(),
  redirectUri: z.string(),
  scope: z.string(),
  state: z.string().nullable(),
  nonce: z.string().nullable(),
  /** SHA-256 of the verifier that only the client knows (RFC 7636). */
  codeChallenge: z.string(),
  /** True if the user must be asked for consent although they gave it before. */
  asksConsent: z.boolean(),
});

/** An authorization request that was checked. */
export type AuthorizationRequest = Readonly<z.output<typeof authorizationRequest>>;

/** The parameters of an authorization request by name, and the names that occurred more than once. */
export interface AuthorizationParameters {
  readonly given: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
}

/** Error of a request that is sent back to its client at once (RFC 6749, 4.1.2.1). */
export interface AuthorizationFault {
  readonly error: string;
  readonly description: string;
}

/** Address and state for answers to a client. */
export type ReturnAddress = Pick<AuthorizationRequest, "redirectUri" | "state">;

const challenge = /^[A-Za-z0-9_-]{43}$/;
const needed = ["response_type", "client_id", "redirect_uri", "code_challenge", "code_challenge_method"] as const;

/**
 * Finds the client of a request and the registered address for its answers. Until both are known, nothing is sent anywhere.
 * @throws AUTHORIZATION_INVALID
 */
export async function clientOfRequest(
  store: Pick<Store, "get">,
  { given, repeated }: AuthorizationParameters,
): Promise<{ readonly client: Row<"clients">; readonly back: ReturnAddress }> {
  const { client_id: clientId = "", redirect_uri: redirectUri = "", state = null } = given;
  if (repeated.includes("client_id") || repeated.includes("redirect_uri")) throw invalid("a parameter occurs twice");
  const client = clientId === "" ? undefined : await store.get("clients", clientId);
  if (client?.enabled !== true) throw invalid("unknown client, or one that is shut out");
  if (!isReturnAddress(client, redirectUri)) throw invalid("the return address is not registered");
  return { client, back: { redirectUri, state: state !== null && state.length <= stateMaxCharacters ? state : null } };
}

/** Reports whether a client may have its codes sent to an address. */
export function isReturnAddress(client: Row<"clients">, redirectUri: string): boolean {
  return isRegistered(redirectUri, client.redirectUris ?? [], client.secretHash === null);
}

/** Parses a request whose client and return address are known. Returns the request, or its error. */
export function readRequest(
  { given, repeated }: AuthorizationParameters,
  client: Row<"clients">,
): AuthorizationRequest | AuthorizationFault {
  const fault = faultOf(given, repeated, client);
  if (fault !== undefined) return fault;
  const { redirect_uri: redirectUri = "", state = null, nonce = null, code_challenge: codeChallenge = "" } = given;
  try {
    const scope = grantedScope(given["scope"], client, "authorization_code");
    const asksConsent = promptsOf(given).includes("consent");
    return { clientId: client.id, redirectUri, scope, state, nonce, codeChallenge, asksConsent };
  } catch (error) {
    if (error instanceof ServiceError && error.code === "SCOPE_INVALID") return wrong("invalid_scope", error.message);
    throw error;
  }
}

function faultOf(
  given: Readonly<Record<string, string>>,
  repeated: readonly string[],
  client: Row<"clients">,
): AuthorizationFault | undefined {
  const [twice] = repeated;
  if (twice !== undefined) return wrong("invalid_request", `The parameter '${twice.slice(0, 40)}' occurs twice.`);
  if (given["request"] !== undefined) return wrong("request_not_supported", "Send the parameters themselves.");
  if (given["request_uri"] !== undefined) return wrong("request_uri_not_supported", "Send the parameters themselves.");
  const missing = needed.find((name) => (given[name] ?? "") === "");
  if (missing !== undefined) return wrong("invalid_request", `The parameter '${missing}' is missing.`);
  if (given["response_type"] !== "code") return wrong("unsupported_response_type", "response_type must be code.");
  if (!client.grants.includes("authorization_code"))
    return wrong("unauthorized_client", "This client may not ask for codes.");
  return formFault(given);
}

function formFault(given: Readonly<Record<string, string>>): AuthorizationFault | undefined {
  if (given["code_challenge_method"] !== "S256") return wrong("invalid_request", "code_challenge_method must be S256.");
  if (!challenge.test(given["code_challenge"] ?? ""))
    return wrong("invalid_request", "code_challenge must be a SHA-256 in base64url: 43 characters.");
  const long = ["state", "nonce"].find((name) => (given[name] ?? "").length > stateMaxCharacters);
  if (long !== undefined)
    return wrong("invalid_request", `The parameter '${long}' may have at most ${stateMaxCharacters} characters.`);
  if ((given["response_mode"] ?? "query") !== "query") return wrong("invalid_request", "response_mode must be query.");
  return freshnessFault(given);
}

/** Values of `prompt` (OpenID Connect Core, 3.1.2.1). */
export const prompts: readonly string[] = ["none", "login", "consent", "select_account"];

function promptsOf({ prompt = "" }: Readonly<Record<string, string>>): readonly string[] {
  return prompt.split(" ").filter((name) => name !== "");
}

const wholeSeconds = /^\d{1,10}$/;

/**
 * Checks `prompt` and `max_age`, the parameters for the freshness of a sign-in. The page is never skipped because of an earlier sign-in, so
 * `login`, `select_account` and every `max_age` are always satisfied, and `none` never is.
 */
function freshnessFault(given: Readonly<Record<string, string>>): AuthorizationFault | undefined {
  const asked = promptsOf(given);
  if (asked.some((name) => !prompts.includes(name)))
    return wrong("invalid_request", `prompt must be of: ${prompts.join(", ")}.`);
  if (asked.includes("none") && asked.length > 1) return wrong("invalid_request", "prompt=none stands alone.");
  if (given["max_age"] !== undefined && !wholeSeconds.test(given["max_age"]))
    return wrong("invalid_request", "max_age must be a whole number of seconds.");
  if (asked.includes("none")) return wrong("login_required", "The user has to sign in.");
  return undefined;
}

function wrong(error: string, description: string): AuthorizationFault {
  return { error, description };
}

function invalid(detail: string): ServiceError {
  return new ServiceError("AUTHORIZATION_INVALID", { detail });
}
