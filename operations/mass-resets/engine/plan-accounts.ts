import { skipWords } from "#domain/mass-resets/mass-reset.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row, Save } from "#store/tables.ts";

import { groupRulesOf } from "../../abilities/group-rules-of.ts";
import type { CallContext } from "../../kernel/context.ts";
import { type ItemEnd, type Run, unsent } from "../../kernel/run-kind.ts";
import { judgeAccounts, type JudgedAccount } from "./judge-accounts.ts";

type MassReset = Row<"massResets">;
type Part = Row<"massResetParts">;

const plannedOf = oneOf("of", ["planned", "forbidden", "above"]);

/**
 * Writes a row for each account of the next part of the choice, in the current transaction; returns true if more may follow. Accounts that are
 * skipped get a row with the reason, and so do all that are left of a mass reset that was stopped.
 */
export async function planAccounts(context: CallContext, run: Run): Promise<boolean> {
  const { store } = context;
  const massReset = await store.get("massResets", run.key);
  const [part] = await store.select("massResetParts", {
    where: allOf(eq("massResetKey", run.key), plannedOf),
    orderBy: [["position", "asc"]],
    limit: 1,
  });
  if (massReset === undefined || part === undefined) return false;
  const accounts = await store.select("accounts", { where: oneOf("key", part.keys), orderBy: [["key", "asc"]] });
  const judged = (await judgeAccounts(context, massReset, accounts)).map((one) => asPlanned(one, part, run));
  const counts = await raiseCounts(context, massReset, judged);
  await store.addAll("massResetAccounts", await rowsOf(context, { run, judged, canaries: counts }));
  await store.remove("massResetParts", part.key);
  return true;
}

/** A chosen account, with the end of its row if it is not reset. */
interface PlannedAccount extends JudgedAccount {
  readonly end?: ItemEnd;
}

/** Returns an account with what the start has found out about whom its caller may help, and with the end of its row. */
function asPlanned(judged: JudgedAccount, { of }: Part, { state }: Run): PlannedAccount {
  const skip = of === "forbidden" || of === "above" ? of : judged.skip;
  if (skip !== undefined) return { ...judged, end: { result: "X", errorCode: skip, message: skipWords[skip] } };
  return state === "stopped" ? { ...judged, end: unsent } : judged;
}

/** Numbers of canary accounts that are still to be chosen, by target system. */
type CanariesLeft = Map<string, number>;

/** Raises the counts of the target systems by the accounts of a part. */
async function raiseCounts(
  { store, ids }: CallContext,
  { key: runKey, canaries }: MassReset,
  judged: readonly PlannedAccount[],
): Promise<CanariesLeft> {
  const known = new Map(
    (await store.select("massResetTargets", { where: eq("runKey", runKey), forUpdate: true })).map((row) => [
      row.targetSystemKey,
      row,
    ]),
  );
  const left: CanariesLeft = new Map();
  for (const [targetSystemKey, some] of Map.groupBy(judged, ({ account }) => account.targetSystemKey)) {
    const before = known.get(targetSystemKey);
    const skipped = some.filter(({ end }) => end !== undefined).length;
    const more = Math.min(canaries - (before?.canaries ?? 0), some.length - skipped);
    left.set(targetSystemKey, more);
    await store.save("massResetTargets", {
      key: before?.key ?? ids.guid(),
      runKey,
      targetSystemKey,
      accounts: (before?.accounts ?? 0) + some.length,
      leftOut: (before?.leftOut ?? 0) + skipped,
      canaries: (before?.canaries ?? 0) + more,
    });
  }
  return left;
}

interface PlannedRows {
  readonly run: Run;
  readonly judged: readonly PlannedAccount[];
  readonly canaries: CanariesLeft;
}

async function rowsOf(
  context: CallContext,
  { run, judged, canaries }: PlannedRows,
): Promise<readonly Save<"massResetAccounts">[]> {
  const { ids, clock } = context;
  const now = clock.now();
  const groupOf = await groupRulesOf(
    context,
    judged.map(({ account }) => account.targetSystemKey),
  );
  return judged.map(({ account, act, managedAccountKey, end }): Save<"massResetAccounts"> => {
    const { key: accountKey, shortId: accountName, targetSystemKey, userKey } = account;
    const group = groupOf(targetSystemKey);
    const sharedBy = act === "set" && userKey !== null && group?.syncPasswords ? group.id : null;
    const isCanary = end === undefined && (canaries.get(targetSystemKey) ?? 0) > 0;
    if (isCanary) canaries.set(targetSystemKey, (canaries.get(targetSystemKey) ?? 0) - 1);
    const of = { accountKey, accountName, targetSystemKey, userKey, act, managedAccountKey, sharedBy, isCanary };
    const row = { key: ids.guid(), runKey: run.key, ...of, createdAt: now };
    return end === undefined ? row : { ...row, ...end, endedAt: now };
  });
}
