import { connectorCallMs } from "#domain/limits.ts";
import { hostTurnsMax } from "#domain/managed-host-limits.ts";
import { hostConnectorId, hostWorker } from "#domain/managed-hosts/host-call.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { keyOfSource } from "#domain/requests/order-source.ts";
import type { Order } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { endIfDone } from "../../runs/engine/run-life.ts";
import { beginOrders } from "../../vault/engine/begin-orders.ts";
import type { EnrolledHost } from "../../vault/engine/host-rows.ts";
import { vaultSource } from "../../vault/engine/order-step.ts";
import { vaultOrders } from "../../vault/engine/vault-orders.ts";

type Run = Row<"runs">;

/** Next step of a managed host in a run: an order, a wait until a time, or the end of the run. */
export type HostTurn =
  | { readonly do: "perform"; readonly order: Order }
  | { readonly do: "wait"; readonly until: number | null }
  | { readonly do: "end" };

/**
 * Returns the next step of a run for its managed host, in the current transaction. The order's password is in the vault, and its send
 * counted and audited, before the host learns of it. An order that cannot be sent is recorded, and the next one follows.
 */
export async function nextHostOrder(context: CallContext, host: EnrolledHost, run: Run): Promise<HostTurn> {
  const { store } = context;
  for (let turn = 0; turn < hostTurnsMax; turn += 1) {
    if (await endIfDone(context, run)) return { do: "end" };
    const [open] = await store.select("vaultOrders", { where: allOf(eq("runKey", run.key), eq("result", null)) });
    if (open === undefined) return { do: "end" };
    await beginOrders(context, run, [open], hostWorker(host.key));
    const order = await sent(context, host, { run, key: open.key });
    if (order !== undefined) return { do: "perform", order };
    const after = await store.get("vaultOrders", open.key);
    if (after?.result === null) return { do: "wait", until: after.nextTryAt };
  }
  return { do: "wait", until: null };
}

interface BegunOrder {
  readonly run: Run;
  readonly key: string;
}

/** Counts the send of an order; undefined if it must not be sent now, or was recorded as failed. */
async function sent(context: CallContext, host: EnrolledHost, { run, key }: BegunOrder): Promise<Order | undefined> {
  const { store, clock, caller } = context;
  const [operation] = await vaultOrders.lock(context, [key]);
  const target = operation && (await store.get("targetSystems", operation.targetSystemKey));
  if (operation === undefined || target === undefined) return undefined;
  const made = await vaultOrders.order(context, operation);
  if (made === undefined) return undefined;
  const operationKey = keyOfSource({ source: vaultSource, key });
  const { sends } = made;
  if ("failure" in made) {
    const counted = await vaultOrders.lock(context, [key]);
    const outcome = { ...made.failure, operationKey, sends, result: "F" } as const;
    await vaultOrders.record(
      context,
      counted.map((one) => ({ operation: one, outcome, signature: "" })),
    );
    return undefined;
  }
  await store.audit({
    ...made.audit,
    sessid: caller.sessid,
    operation: "MHHO",
    result: "S",
    actor: hostWorker(host.key),
    ident: run.accountKeys?.[0] ?? null,
    targetSystem: target.id,
    account: made.content.object.name || null,
    message: `send ${sends}`,
  });
  return {
    ...made.content,
    operationKey,
    sends,
    connector: hostConnectorId,
    targetSystem: target.id,
    address: {},
    credentials: [],
    deadlineMs: clock.now() + connectorCallMs,
    leftMs: connectorCallMs,
  };
}
