import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { GrantType } from "#domain/identity/token-grants.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

const unknownSecretHash = hashOf(new Secret(randomBytes(32).toString("base64url")));

/** Input fields by which a client identifies itself; public clients only by their ID. */
export const clientFields = {
  clientId: z.string().min(1, "the client must name itself with client_id").max(idMaxCharacters, "is too long"),
  clientSecret: z.instanceof(Secret).optional(),
};

/** The fields of a client in an input. */
export interface ClientInput {
  readonly clientId: string;
  readonly clientSecret?: Secret | undefined;
}

/** Returns the hash under which a client's secret, or any other random token, is stored. */
export function hashOf(secret: Secret): string {
  return secret.use((text) => createHash("sha256").update(text).digest("base64url"));
}

/**
 * Finds the calling client and checks its secret, if it has one.
 * @throws CLIENT_INVALID
 */
export async function authenticateClient(
  { store }: Pick<ServiceContext, "store">,
  { clientId, clientSecret }: ClientInput,
): Promise<Row<"clients">> {
  const client = await store.get("clients", clientId);
  if (client?.secretHash === null && clientSecret === undefined) return served(client);
  // An unknown client costs the same comparison as a known one.
  const given = Buffer.from(clientSecret === undefined ? "" : hashOf(clientSecret));
  const kept = Buffer.from(client?.secretHash ?? unknownSecretHash);
  const fits = given.length === kept.length && timingSafeEqual(given, kept);
  if (client !== undefined && client.secretHash !== null && fits) return served(client);
  throw new ServiceError("CLIENT_INVALID", { detail: "unknown client or wrong secret" });
}

function served(client: Row<"clients">): Row<"clients"> {
  if (client.enabled) return client;
  throw new ServiceError("CLIENT_INVALID", { detail: "the client is shut out" });
}

/**
 * Finds the calling client, which must have proved itself with a secret.
 * @throws CLIENT_INVALID
 */
export async function authenticateConfidentialClient(
  context: Pick<ServiceContext, "store">,
  given: ClientInput,
): Promise<Row<"clients">> {
  const client = await authenticateClient(context, given);
  if (client.secretHash === null) throw new ServiceError("CLIENT_INVALID", { detail: "a public client" });
  return client;
}

/**
 * Returns the client if it may use a grant type; passwords are accepted only from first-party clients.
 * @throws GRANT_UNSUPPORTED
 */
export function requireGrant(client: Row<"clients">, grant: GrantType): Row<"clients"> {
  if (client.grants.includes(grant) && (grant !== "password" || client.firstParty)) return client;
  throw new ServiceError("GRANT_UNSUPPORTED", { target: "grant_type" });
}
