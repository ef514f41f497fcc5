import { ServiceError } from "#domain/errors.ts";
import type { OrderCredential } from "#domain/requests/order.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { CredentialRow, CredentialSource } from "./credential-source.ts";

/**
 * Returns the credentials of a target system in their order of use, for a message that is sealed to a proxy; each password is read from its
 * storage.
 * @throws CONFLICT if a password's storage does not exist here
 */
export async function orderCredentials(
  context: CallContext,
  targetSystemId: string,
  sources: readonly CredentialSource[],
): Promise<OrderCredential[]> {
  const credentials: OrderCredential[] = [];
  for (const row of await credentialRows(context, targetSystemId)) {
    const [first, second] = await sourceOf(sources, row).candidates(context, row);
    credentials.push({
      role: row.isSystemPassword ? "system" : "admin",
      login: row.administratorId,
      secret: first.secret,
      ...(second && { candidates: [first, second] }),
    });
  }
  return credentials;
}

/** Reports to the storages of a target's passwords which of them opened a session for its proxy. */
export async function tellOpened(
  context: CallContext,
  sources: readonly CredentialSource[],
  { targetSystemId, keys }: { readonly targetSystemId: string; readonly keys: readonly string[] },
): Promise<void> {
  for (const row of await credentialRows(context, targetSystemId))
    await sources.find((one) => one.holds(row))?.opened?.(context, row, keys);
}

function credentialRows({ store }: CallContext, targetSystemId: string): Promise<CredentialRow[]> {
  return store.select("targetSystemCredentials", {
    where: { targetSystemId },
    orderBy: [
      ["useOrder", "asc"],
      ["key", "asc"],
    ],
  });
}

function sourceOf(sources: readonly CredentialSource[], row: CredentialRow): CredentialSource {
  const source = sources.find((one) => one.holds(row));
  if (source !== undefined) return source;
  const { key, administratorId, targetSystemId } = row;
  throw new ServiceError("CONFLICT", {
    message: `The login '${administratorId}' of '${targetSystemId}' takes the password of a managed account, and none is kept here. Give it one of its own: PATCH /v2/targetSystems('${targetSystemId}')/credentials(${key}) with password and managedAccountKey null.`,
  });
}
