import { offboardedPageUsers } from "#domain/mass-reset-limits.ts";
import { skipWords } from "#domain/mass-resets/mass-reset.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { type ItemEnd, type Run, unsent } from "../../kernel/run-kind.ts";
import { accountsOf } from "./leaving-pages.ts";
import { stepsOfLeaving } from "./offboarding-steps.ts";
import type { PlannedStep } from "./steps.ts";
import { placeOf } from "./trial-of.ts";

type MassReset = Row<"massResets">;

/**
 * Writes the steps of the next people and accounts of an offboarding, in the current transaction; returns true if more may follow. Those that are
 * skipped get a row with the reason, and so do all that are left of one that was stopped. The steps of an onboarding were written with its draft.
 */
export async function planLeaving(context: CallContext, run: Run): Promise<boolean> {
  const { store } = context;
  const massReset = await store.get("massResets", run.key);
  const [part] = await store.select("massResetParts", {
    where: allOf(eq("massResetKey", run.key), oneOf("of", ["leaving", "planned"])),
    orderBy: [
      ["of", "asc"],
      ["position", "asc"],
    ],
    limit: 1,
  });
  if (massReset === undefined || part === undefined) return false;
  const page = part.keys.slice(0, offboardedPageUsers);
  const left = part.keys.slice(offboardedPageUsers);
  await write(context, { run, massReset }, await stepsOfPage(context, massReset, { of: part.of, page }));
  if (left.length > 0) await store.save("massResetParts", { key: part.key, keys: left });
  else await store.remove("massResetParts", part.key);
  return true;
}

interface Page {
  readonly of: Row<"massResetParts">["of"];
  readonly page: readonly string[];
}

async function stepsOfPage(
  context: CallContext,
  massReset: MassReset,
  { of, page }: Page,
): Promise<readonly PlannedStep[]> {
  const { store } = context;
  const where = oneOf("key", page);
  const [last] = await store.select("massResetSteps", {
    where: eq("runKey", massReset.key),
    orderBy: [["line", "desc"]],
    limit: 1,
  });
  const before = last?.line ?? 0;
  if (of === "planned")
    return stepsOfLeaving(context, massReset, {
      users: [],
      accounts: await store.select("accounts", { where }),
      before,
    });
  const users = await store.select("users", { where, orderBy: [["key", "asc"]] });
  const accounts = await accountsOf(context, users, await placeOf(context, massReset));
  return stepsOfLeaving(context, massReset, { users, accounts, before });
}

interface Planning {
  readonly run: Run;
  readonly massReset: MassReset;
}

async function write(
  context: CallContext,
  { run, massReset }: Planning,
  planned: readonly PlannedStep[],
): Promise<void> {
  const { store, ids, clock } = context;
  const { key: runKey, canaries } = massReset;
  const endOf = ({ skip }: PlannedStep): ItemEnd | undefined => {
    if (skip !== undefined) return { result: "X", errorCode: skip, message: skipWords[skip] };
    return run.state === "stopped" ? unsent : undefined;
  };
  const isCanary = (one: PlannedStep) => endOf(one) === undefined && one.step.line <= canaries;
  const endedAt = clock.now();
  const rows = planned.map((one): Save<"massResetSteps"> => {
    const end = endOf(one);
    return { ...one.step, runKey, isCanary: isCanary(one), ...(end && { ...end, endedAt }) };
  });
  await store.addAll("massResetSteps", rows);
  const ofRun = eq("runKey", runKey);
  const targets = await store.select("massResetTargets", { where: ofRun, forUpdate: true });
  for (const [targetSystemKey, own] of Map.groupBy(planned, ({ step }) => step.targetSystemKey)) {
    const known = targets.find((target) => target.targetSystemKey === targetSystemKey);
    await store.save("massResetTargets", {
      key: known?.key ?? ids.guid(),
      runKey,
      targetSystemKey,
      accounts: (known?.accounts ?? 0) + own.length,
      leftOut: (known?.leftOut ?? 0) + own.filter((one) => endOf(one) !== undefined).length,
      canaries: (known?.canaries ?? 0) + own.filter(isCanary).length,
    });
  }
}
