import { eq } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { ledOf } from "../../secret-ways/led-elsewhere.ts";
import { requireSecretRight } from "../../secret-ways/require-secret-right.ts";
import { tellSecretWay } from "../../secret-ways/tell-secret-way.ts";

type Login = Pick<Row<"targetSystemCredentials">, "key" | "targetSystemId" | "managedAccountKey">;

/**
 * Refuses a login that takes the password of another managed account than before, unless the caller may have that password; notifies the
 * persons responsible for it.
 * @throws SECRET_RIGHT_MISSING
 */
export async function guardLink(
  context: CallContext,
  { key, targetSystemId, managedAccountKey }: Login,
): Promise<void> {
  if (!managedAccountKey) return;
  const known = await context.store.get("targetSystemCredentials", key);
  if (known?.managedAccountKey === managedAccountKey) return;
  const led = await ledOf(context, eq("key", managedAccountKey));
  await requireSecretRight(context, led, "managedAccountKey");
  await tellSecretWay(context, { change: "loginLinked", subjectId: targetSystemId, policyIds: led.policyIds });
}
