import { deletedPasswordsPageMax } from "#domain/password-delivery-limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, ne, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import type { OwnerEnds } from "./owners-ended.ts";

type Delivery = Row<"passwordDeliveries">;
/** Parts of a mass reset that its deliveries depend on. */
type MassReset = Pick<Row<"massResets">, "key" | "delivery" | "deliveryHours" | "startedByKey" | "requesterKey">;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns true if a mass reset delivers its passwords to the owners of the accounts. */
export function isToOwners({ delivery }: Pick<MassReset, "delivery">): boolean {
  return delivery === "link" || delivery === "myAccess";
}

/**
 * Makes the deliveries of owners all of whose accounts in a mass reset have ended, in the transaction that ends accounts and that has locked
 * the mass reset; nothing where passwords are not delivered to owners.
 */
export async function deliverToOwners(
  context: CallContext,
  massReset: MassReset,
  owners: ReadonlyMap<string, OwnerEnds>,
): Promise<void> {
  if (!isToOwners(massReset)) return;
  const where = allOf(eq("massResetKey", massReset.key), oneOf("userKey", [...owners.keys()]));
  const known = new Set((await context.store.select("passwordDeliveries", { where })).map(({ userKey }) => userKey));
  for (const [userKey, { ready: accounts }] of owners) {
    if (accounts > 0 && !known.has(userKey)) await deliverTo(context, massReset, { userKey, accounts });
  }
}

async function deliverTo(
  context: CallContext,
  massReset: MassReset,
  { userKey, accounts }: { readonly userKey: string; readonly accounts: number },
): Promise<void> {
  const told = { requestKey: null, to: [userKey] };
  if (massReset.delivery === "link") {
    const { key: deliveryKey } = await addDelivery(context, massReset, { userKey, way: "link", accounts });
    notice(context, "passwordsByLink", { ...told, facts: { accounts, deliveryKey } });
    return;
  }
  await addDelivery(context, massReset, { userKey, way: "myAccess", accounts });
  notice(context, "passwordsInMyAccess", { ...told, facts: { accounts } });
}

/** Makes the file of a mass reset at its end, also if it was stopped, for the user who started it; nothing on another way. */
export async function deliverAtEnd(context: CallContext, massReset: MassReset): Promise<void> {
  if (massReset.delivery !== "file") return;
  const accounts = await context.store.count("massResetAccounts", readyIn(massReset.key));
  const userKey = massReset.startedByKey ?? massReset.requesterKey;
  if (accounts > 0) await addDelivery(context, massReset, { userKey, way: "file", accounts });
}

async function addDelivery(
  { store, ids, clock, settings }: CallContext,
  { key: massResetKey, deliveryHours }: MassReset,
  parts: Pick<Delivery, "userKey" | "way" | "accounts">,
): Promise<Delivery> {
  const now = clock.now();
  // The rows are dropped with their run, and what is dropped unread must be told as expired.
  const expiresAt = now + Math.min(deliveryHours * hourMs, settings.vaultRunsKeptDays * dayMs);
  const row = { key: ids.guid(), massResetKey, ...parts, createdAt: now, expiresAt };
  await store.moments.set({ key: row.key, kind: "passwordDelivery", at: expiresAt });
  return store.add("passwordDeliveries", row);
}

const readyIn = (massResetKey: string): Expression =>
  allOf(eq("runKey", massResetKey), eq("result", "S"), ne("password", null));

/** Returns the condition on the accounts whose passwords a delivery has. */
export function readyOf({ massResetKey, userKey, way }: Delivery): Expression {
  const ready = readyIn(massResetKey);
  return way === "file" ? ready : allOf(ready, eq("userKey", userKey));
}

/** Ends a locked delivery: its link is no longer valid, and a hub deletes its passwords at once. */
export async function endDelivery(
  { store, clock }: CallContext,
  { key }: Delivery,
  state: "delivered" | "expired",
): Promise<void> {
  const now = clock.now();
  const deliveredAt = state === "delivered" ? now : null;
  await store.save("passwordDeliveries", { key, state, tokenHash: null, deliveredAt });
  await store.moments.set({ key, kind: "passwordDelivery", at: now });
}

/** Deletes a page of the passwords of an ended delivery; returns true if some are left. */
export async function deletePasswords({ store }: CallContext, delivery: Delivery): Promise<boolean> {
  const rows = await store.select("massResetAccounts", { where: readyOf(delivery), limit: deletedPasswordsPageMax });
  for (const { key } of rows) await store.save("massResetAccounts", { key, password: null });
  return rows.length === deletedPasswordsPageMax;
}
