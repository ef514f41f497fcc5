import { Secret } from "#connectors/contract/index.ts";
import { authorizationCodeSeconds } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { hashOf } from "./client.ts";

/** Sign-in and request behind a code. */
export interface CodeOrigin {
  /** Key of the sign-in: it leads to one code. */
  readonly key: string;
  readonly request: AuthorizationRequest;
  readonly user: Pick<Row<"users">, "key" | "tokenVersion">;
  /** Time at which the user proved their identity, milliseconds UTC. */
  readonly signedInAt: number;
}

/** Makes the code of a sign-in, in the current transaction; only its hash is kept. */
export async function addCode(
  { store, clock, ids }: Pick<CallContext, "store" | "clock" | "ids">,
  { key, request, user, signedInAt }: CodeOrigin,
): Promise<Secret> {
  const { clientId, redirectUri, scope, nonce, codeChallenge } = request;
  const code = new Secret(ids.token());
  const createdAt = clock.now();
  await store.add("authorizationCodes", {
    key,
    codeHash: hashOf(code),
    family: ids.guid(),
    userKey: user.key,
    userVersion: user.tokenVersion,
    clientId,
    redirectUri,
    scope,
    codeChallenge,
    nonce,
    signedInAt,
    createdAt,
    expiresAt: createdAt + authorizationCodeSeconds * 1e3,
  });
  return code;
}
