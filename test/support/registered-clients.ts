import { createHash } from "node:crypto";

import { addClient } from "#operations/clients/change-clients.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { callerOf } from "./service.ts";

/** The engine as the caller of the command line. */
export const operator = callerOf(
  { key: "", id: "cli:test", superuser: false },
  { kind: "engine", key: null, module: "cli" },
);

/** Registers a client and returns its secret, empty for a public one. */
export async function register(context: ServiceContext, input: Readonly<Record<string, unknown>>): Promise<string> {
  const { secret } = await invoke(addClient, context, operator, { isPublic: false, ...input });
  return secret?.use((text) => text) ?? "";
}

/** Returns the value of an `Authorization` header with a client's ID and secret. */
export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;
}

/** A verifier and its challenge, as a client makes them (RFC 7636). */
export const pkce = {
  verifier: "a-verifier-of-the-tests-with-at-least-43-characters",
  challenge: createHash("sha256").update("a-verifier-of-the-tests-with-at-least-43-characters").digest("base64url"),
};

/**
 * Registers three clients: `portal`, which redirects to an address, `tool`, which is public, and `machine`, which acts for itself. Returns
 * the secret of `portal`.
 */
export async function registerThreeClients(context: ServiceContext, back: string): Promise<string> {
  const grants = ["authorization_code", "refresh_token"];
  const displayName = `<Portal> & "Friends"`;
  const own = { grants, firstParty: true };
  const scopes = ["api", "openid"];
  const secret = await register(context, { id: "portal", displayName, ...own, scopes, redirectUris: [back] });
  await register(context, { id: "tool", isPublic: true, ...own, redirectUris: ["http://127.0.0.1/cb"] });
  await register(context, { id: "machine", grants: ["client_credentials"], userId: "root" });
  return secret;
}
