import { z } from "zod";

import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { verifyHours } from "#domain/managed-account-limits.ts";
import { allOf, eq, ge, oneOf } from "#domain/query/condition.ts";
import { accountsOfRun, type RunScope } from "#domain/vault/due-accounts.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { startRun } from "../runs/engine/run-life.ts";
import { runTerms } from "./engine/run-terms.ts";

type Reason = Exclude<RunScope["reason"], "asked" | "checkIn" | "leaving">;

const kindOf: Readonly<Record<Reason, RunScope["kind"]>> = { due: "randomize", nightly: "verify", settle: "verify" };
const hourMs = 3_600_000;

/**
 * Starts a run over the accounts that are due, if there are any: those whose passwords are due, the nightly share of accounts to verify, or
 * those with an uncertain password. While such a run is queued, no other one starts.
 */
export const startDueRun = defineOperation({
  name: "vault.startDueRun",
  input: z.strictObject({ reason: z.enum(["due", "nightly", "settle"]) }),
  callers: ["engine"],
  audit: { operation: "VRDU", when: "refusalOnly" },
  async run(context, { reason }): Promise<MaintenanceRound> {
    const { store, clock } = context;
    const kind = kindOf[reason];
    const terms = await runTerms(context);
    if (reason === "nightly" && !(await isTurnOfNight(context, terms.zone.offsetMs(terms.now)))) return { left: false };
    const open = allOf(eq("reason", reason), oneOf("state", ["queued", "running", "paused"]));
    // A queued run has not planned yet and also finds the accounts that are due now.
    const queued = (await store.select("runs", { where: open })).some(({ startedAt }) => startedAt === null);
    if (queued) return { left: false };
    const run = { kind, reason, policyId: null, accountKeys: null, createdAt: clock.now() };
    const [found] = await store.select("managedAccounts", { where: accountsOfRun(run, terms), limit: 1 });
    if (found) await startRun(context, { kind, reason, policyId: null, accountKeys: null });
    return { left: false };
  },
});

/** Once in the hours of the night, by the service's clocks. */
async function isTurnOfNight({ store, clock }: CallContext, offsetMs: number): Promise<boolean> {
  const now = clock.now();
  const hour = new Date(now + offsetMs).getUTCHours();
  if (hour < verifyHours.from || hour >= verifyHours.to) return false;
  const since = now - (verifyHours.to - verifyHours.from) * hourMs;
  const where = allOf(eq("reason", "nightly"), ge("createdAt", since));
  return (await store.select("runs", { where, limit: 1 })).length === 0;
}
