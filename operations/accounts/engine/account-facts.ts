import type { CallContext } from "../../context.ts";
import { requireRow } from "../../read/require-row.ts";

/**
 * What policies see of an account. One that does not exist has no facts, so that nobody can probe keys; only a superuser
 * is told.
 * @throws NOT_FOUND
 */
export async function accountFacts(context: CallContext, key: string): Promise<Readonly<Record<string, unknown>>> {
  if (context.caller.superuser) return { ...(await requireRow(context, "accounts", key)) };
  return { ...(await context.store.get("accounts", key)) };
}
