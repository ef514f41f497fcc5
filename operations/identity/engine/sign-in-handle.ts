import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { signInPageMinutes } from "#domain/limits.ts";

import type { ServiceContext } from "../../context.ts";
import { hashOf } from "./client.ts";

const contents = z.strictObject({
  page: z.guid(),
  expiresAt: z.number(),
  clientId: z.string(),
  redirectUri: z.string(),
  scope: z.string(),
  state: z.string().nullable(),
  nonce: z.string().nullable(),
  /** SHA-256 of the verifier that only the client knows (RFC 7636). */
  codeChallenge: z.string(),
});

/** A sign-in page: the request that it is about, and its key, which leads to one code at most. */
export type SignInPage = Readonly<z.output<typeof contents>>;

/** An authorization request that a user may be asked about. */
export type AuthorizationRequest = Omit<SignInPage, "page" | "expiresAt">;

type HandleContext = Pick<ServiceContext, "store" | "clock" | "ids">;

/**
 * Makes the handle of a new sign-in page. It holds the request, sealed to the browser's cookie: only the browser that
 * was shown the page can send it back, and an unanswered page costs no row.
 */
export function sealHandle(
  { store, clock, ids }: HandleContext,
  request: AuthorizationRequest,
  cookie: Secret,
): string {
  const expiresAt = clock.now() + signInPageMinutes * 60_000;
  const page: SignInPage = { ...request, page: ids.guid(), expiresAt };
  return store.seal(new Secret(JSON.stringify(page)), placeOf(cookie));
}

/**
 * Opens a handle.
 * @throws SIGN_IN_PAGE_EXPIRED when it is too old, was altered, or belongs to another browser
 */
export function openHandle({ store, clock }: HandleContext, handle: string, cookie: Secret): SignInPage {
  const page = contents.parse(JSON.parse(unseal(store, handle, cookie).use((text) => text)));
  if (page.expiresAt <= clock.now()) throw new ServiceError("SIGN_IN_PAGE_EXPIRED", { detail: "too old" });
  return page;
}

function unseal(store: HandleContext["store"], handle: string, cookie: Secret): Secret {
  try {
    return store.unseal(handle, placeOf(cookie));
  } catch (cause) {
    throw new ServiceError("SIGN_IN_PAGE_EXPIRED", { detail: "not sealed to this browser", cause });
  }
}

function placeOf(cookie: Secret) {
  return { table: "authorizationCodes", key: hashOf(cookie), column: "key" };
}
