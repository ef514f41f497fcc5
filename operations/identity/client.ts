import { createHash, timingSafeEqual } from "node:crypto";

import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

/** The ways to get a token that a client may be allowed. */
export type GrantType = "password" | "refresh_token";

/** How a client names itself: public clients by their id alone. */
export const clientFields = {
  clientId: z.string().min(1, "the client must name itself with client_id").max(128, "is too long"),
  clientSecret: z.instanceof(Secret).optional(),
};

/** The fields of a client in an input. */
export interface ClientInput {
  readonly clientId: string;
  readonly clientSecret?: Secret | undefined;
}

/** The hash under which a client's secret, or any other random token, is kept. */
export function hashOf(secret: Secret): string {
  return secret.use((text) => createHash("sha256").update(text).digest("base64url"));
}

/**
 * The client that calls, its secret checked where it has one.
 * @throws CLIENT_INVALID
 */
export async function authenticateClient(
  { store }: Pick<ServiceContext, "store">,
  { clientId, clientSecret }: ClientInput,
): Promise<Row<"clients">> {
  const client = await store.get("clients", clientId);
  if (client === undefined) throw new ServiceError("CLIENT_INVALID", { detail: "unknown client" });
  const isPublic = client.secretHash === null;
  if (isPublic && clientSecret === undefined) return client;
  const given = Buffer.from(clientSecret === undefined ? "" : hashOf(clientSecret));
  const kept = Buffer.from(client.secretHash ?? "");
  if (given.length === kept.length && timingSafeEqual(given, kept)) return client;
  throw new ServiceError("CLIENT_INVALID", { detail: "wrong client secret" });
}

/**
 * Refuses a way to get a token that is not open to a client; passwords are taken from first-party clients only.
 * @throws GRANT_UNSUPPORTED
 */
export function requireGrant(client: Row<"clients">, grant: GrantType): void {
  if (client.grants.includes(grant) && (grant !== "password" || client.firstParty)) return;
  throw new ServiceError("GRANT_UNSUPPORTED", { target: "grant_type" });
}
