import { unacknowledgedStep } from "#domain/vault/acknowledgement.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";

type Order = Row<"vaultOrders">;

/** Finder of the passwords that another node has; one is made for the orders that are locked together, and reads once. */
export type AcknowledgedEntries = () => Promise<ReadonlySet<string>>;

/** Makes the finder for the new passwords of orders. */
export function acknowledgedEntries(
  { store }: Pick<ServiceContext, "store">,
  orders: readonly Order[],
): AcknowledgedEntries {
  const keys = orders.filter(isFirstSend).flatMap(({ entryKey }) => entryKey ?? []);
  let read: Promise<ReadonlySet<string>> | undefined;
  return () => (read ??= store.replication.keptElsewhere("vaultEntries", keys));
}

// A password that was sent before may be on the target already, so it is too late to wait.
function isFirstSend({ act, sends, dependantKey }: Order): boolean {
  return act === "set" && sends === 0 && dependantKey === null;
}

/** An order with what decides on its wait. */
interface WaitingOrder {
  readonly row: Order;
  readonly policy: Pick<Row<"managedSystemPolicies">, "ifUnacknowledged">;
  readonly acknowledged: AcknowledgedEntries;
}

/**
 * Returns true if an order has to wait until another node has its new password, by VAULT ACKNOWLEDGED BY; when it is looked at again is
 * recorded in the current transaction. Where nobody has it in time, those who look after the service are told by the log.
 */
export async function waitsForNode(
  { store, clock, settings, log }: CallContext,
  { row, policy, acknowledged }: WaitingOrder,
): Promise<boolean> {
  if (settings.vaultAcknowledgedBy < 2 || !isFirstSend(row)) return false;
  if ((await acknowledged()).has(row.entryKey ?? "")) return false;
  const { key, createdAt } = row;
  const step = unacknowledgedStep({ createdAt, now: clock.now(), way: policy.ifUnacknowledged });
  const facts = { orderKey: key, managedAccountKey: row.managedAccountKey };
  if (step.do === "send") {
    log.error(facts, "A new password is set that no other node has: it is lost if this disk is.");
    return false;
  }
  if (step.isLate && row.message === null) log.error(facts, "A new password waits until another node has it.");
  await store.save("vaultOrders", { key, nextTryAt: step.at, ...(step.isLate && { message: waitingWords }) });
  return true;
}

const waitingWords =
  "It was not sent, because no other node has the new password yet. See 'gatehouse nodes status'; VAULT ACKNOWLEDGED BY and ifUnacknowledged of the policy say that it waits.";
