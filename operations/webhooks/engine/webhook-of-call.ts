import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { lockedRow } from "../../read/locked-row.ts";

/**
 * The webhook that a call is about, where its caller may see it; the operator of this machine may see all of them. Its
 * progress is locked first, as by everybody who moves it on.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function webhookOfCall(context: CallContext, key: string): Promise<Row<"webhooks">> {
  await context.store.lock("webhookProgress", key);
  if (context.caller.kind !== "engine")
    return lockedRow(context, { table: "webhooks", policy: policyOf.get("webhooks"), key });
  const row = await context.store.lock("webhooks", key);
  if (row === undefined) throw new ServiceError("NOT_FOUND", { target: `webhooks('${key}')` });
  return row;
}
