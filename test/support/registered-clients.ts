import { createHash } from "node:crypto";

import { addClient } from "#operations/clients/change-clients.ts";
import type { ServiceContext } from "#operations/context.ts";
import { invoke } from "#operations/invoke.ts";

import { callerOf } from "./service.ts";

/** The engine, as the command line calls. */
export const operator = callerOf(
  { key: "", id: "cli:test", superuser: false },
  { kind: "engine", key: null, module: "cli" },
);

/** Registers a client and gives its secret, empty for a public one. */
export async function register(context: ServiceContext, input: Readonly<Record<string, unknown>>): Promise<string> {
  const { secret } = await invoke(addClient, context, operator, { isPublic: false, ...input });
  return secret?.use((text) => text) ?? "";
}

/** The value of an `Authorization` header with a client's id and secret. */
export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;
}

/** A verifier and its challenge, as a client makes them (RFC 7636). */
export const pkce = {
  verifier: "a-verifier-of-the-tests-with-at-least-43-characters",
  challenge: createHash("sha256").update("a-verifier-of-the-tests-with-at-least-43-characters").digest("base64url"),
};
