import { type MassResetCounts, sumOf } from "#domain/mass-resets/pauses.ts";
import { eq } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import type { OwnerEnds } from "./owners-ended.ts";

type MassReset = Row<"massResets">;

/** Notifies whoever answers for a mass reset that it has paused by itself, in the current transaction, and audits it. */
export async function tellPause(context: CallContext, massReset: MassReset): Promise<void> {
  const { done, failed } = await countsOf(context, massReset);
  const facts = { massResetId: massReset.number, failed, ended: done + failed };
  notice(context, "massResetPaused", { requestKey: null, to: answering(massReset), facts });
  await audit(context, massReset, { operation: "PMCH", words: `paused: ${massReset.problem ?? ""}` });
}

/** Notifies whoever answers for a mass reset that it has ended, in the current transaction, and audits it with its counts. */
export async function tellEnd(context: CallContext, massReset: MassReset): Promise<void> {
  const { done, failed, leftOut } = await countsOf(context, massReset);
  const facts = { massResetId: massReset.number, done, failed, leftOut };
  notice(context, "massResetEnded", { requestKey: null, to: answering(massReset), facts });
  const words = `${massReset.state}: ${done} ${massReset.action === "reset" ? "reset" : "done"}, ${failed} failed, ${leftOut} skipped`;
  await audit(context, massReset, { operation: "PMEN", words });
}

async function countsOf({ store }: CallContext, { key }: MassReset): Promise<MassResetCounts> {
  return sumOf(await store.select("massResetTargets", { where: eq("runKey", key) }));
}

const answering = ({ startedByKey, requesterKey }: MassReset): readonly string[] => {
  const key = startedByKey ?? requesterKey;
  return key === null ? [] : [key];
};

interface AuditedState {
  readonly operation: "PMCH" | "PMEN";
  readonly words: string;
}

function audit(
  { store, caller }: CallContext,
  massReset: MassReset,
  { operation, words }: AuditedState,
): Promise<unknown> {
  const { key, requestId } = massReset;
  const actor = caller.key ?? caller.id;
  return store.audit({
    sessid: caller.sessid,
    operation,
    result: "S",
    actor,
    ident: key,
    batchId: key,
    requestId,
    message: words,
  });
}

/** Notifies owners all of whose rows have ended that someone else has reset their passwords, in the current transaction. */
export function tellOwners(context: CallContext, massReset: MassReset, owners: ReadonlyMap<string, OwnerEnds>): void {
  const resetterKey = massReset.startedByKey ?? massReset.requesterKey ?? "";
  const duty = massReset.mustChange ? "mustChange" : "";
  for (const [userKey, { reset: accounts }] of owners) {
    if (userKey === resetterKey || accounts === 0) continue;
    notice(context, "passwordReset", { requestKey: null, to: [userKey], facts: { resetterKey, accounts, duty } });
  }
}
