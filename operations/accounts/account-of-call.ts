import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/**
 * What policies see of an account. One that does not exist has no facts, so that nobody can probe keys; only a superuser
 * is told.
 * @throws NOT_FOUND
 */
export async function accountFacts(context: CallContext, key: string): Promise<Readonly<Record<string, unknown>>> {
  const account = await context.store.get("accounts", key);
  if (!account && context.caller.superuser) throw missing(key);
  return { ...account };
}

/**
 * The account that a call is about.
 * @throws NOT_FOUND
 */
export async function accountOfCall({ store }: CallContext, key: string): Promise<Row<"accounts">> {
  const account = await store.get("accounts", key);
  if (!account) throw missing(key);
  return account;
}

function missing(key: string): ServiceError {
  return new ServiceError("NOT_FOUND", { target: `accounts(${key})` });
}
