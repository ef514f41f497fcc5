import { dueRetryMinutes } from "#domain/managed-account-limits.ts";
import { hostSettleMs } from "#domain/managed-host-limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import { accountsOfRun, type RunScope } from "#domain/vault/due-accounts.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { endIfDone } from "../../runs/engine/run-life.ts";
import { endOrders } from "./end-orders.ts";
import { runTerms } from "./run-terms.ts";

type Host = Pick<Row<"managedHosts">, "key" | "managedAccountKey">;
type Run = Row<"runs">;

/**
 * Adds a run for the only account of a managed host, which fetches it, in the current transaction, without workflow and proxy. A waiting
 * run of the same kind is returned instead.
 */
export async function startHostRun(
  context: CallContext,
  host: Host,
  wanted: Pick<RunScope, "kind" | "reason">,
): Promise<Run> {
  const { store, ids, clock, caller } = context;
  const open = (await openRuns(context, host)).find(({ kind }) => kind === wanted.kind);
  if (open !== undefined) return open;
  const { key: managedHostKey, managedAccountKey } = host;
  const now = clock.now();
  const requestedBy = caller.kind === "user" ? caller.key : null;
  const run = await store.add("runs", {
    key: ids.guid(),
    ...wanted,
    policyId: null,
    accountKeys: [managedAccountKey],
    managedHostKey,
    requestedBy,
    requestId: caller.requestId,
    state: "running",
    createdAt: now,
    startedAt: now,
  });
  const account = await store.get("managedAccounts", managedAccountKey);
  const known = account && (await store.get("accounts", account.accountKey));
  if (known === undefined) return run;
  const { targetSystemKey } = known;
  const act = wanted.kind === "verify" ? "verify" : "set";
  await store.add("vaultOrders", {
    key: ids.guid(),
    runKey: run.key,
    managedAccountKey,
    targetSystemKey,
    act,
    createdAt: now,
  });
  return run;
}

/** Returns the open runs of a managed host, oldest first. */
export function openRuns({ store }: CallContext, { key }: Host): Promise<readonly Run[]> {
  const where = allOf(eq("managedHostKey", key), eq("endedAt", null));
  return store.select("runs", { where, orderBy: [["createdAt", "asc"]] });
}

/**
 * Starts the run that a managed host must begin itself, because a change is due or its account's password is uncertain; undefined if none
 * is due.
 */
export async function dueHostRun(context: CallContext, host: Host): Promise<Run | undefined> {
  const wanted = [
    { kind: "randomize", reason: "due", pauseMs: dueRetryMinutes * 60_000 },
    { kind: "verify", reason: "settle", pauseMs: hostSettleMs },
  ] as const;
  for (const { kind, reason, pauseMs } of wanted)
    if (await isDue(context, host, { kind, reason, pauseMs })) return startHostRun(context, host, { kind, reason });
  return undefined;
}

interface DueRun extends Pick<RunScope, "kind" | "reason"> {
  /** Milliseconds after a run of the same kind that has not helped. */
  readonly pauseMs: number;
}

async function isDue(context: CallContext, host: Host, { kind, reason, pauseMs }: DueRun): Promise<boolean> {
  const { store, clock } = context;
  const now = clock.now();
  const of = { policyId: null, accountKeys: [host.managedAccountKey], managedHostKey: host.key, createdAt: now };
  const where = accountsOfRun({ kind, reason, ...of }, await runTerms(context));
  if ((await store.count("managedAccounts", where)) === 0) return false;
  if (kind === "randomize") return true;
  const lately = allOf(eq("managedHostKey", host.key), eq("kind", kind), gt("createdAt", now - pauseMs));
  return (await store.select("runs", { where: lately, limit: 1 })).length === 0;
}

/** Stops the open runs of a managed host that is no longer asked, in the current transaction; passwords that it got stay uncertain. */
export async function stopHostRuns(context: CallContext, host: Host): Promise<void> {
  const { store } = context;
  for (const run of await openRuns(context, host)) {
    const stopped = await store.save("runs", { key: run.key, state: "stopped" });
    const orders = await store.select("vaultOrders", { where: allOf(eq("runKey", run.key), eq("result", null)) });
    const end = { result: "F", errorCode: "permission", message: "Its managed host is asked no more." } as const;
    await endOrders(
      context,
      stopped,
      orders.map((order) => ({ order, end })),
    );
    await endIfDone(context, stopped);
  }
}
