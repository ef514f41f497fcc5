import { allOf, eq, gt } from "#domain/query/condition.ts";
import { withDeadline } from "#domain/runs/steady-deadline.ts";

import type { CallContext } from "../../kernel/context.ts";
import { type ItemEnd, type Run, type RunItem, unsent } from "../../kernel/run-kind.ts";
import { kindOf } from "./kind-of.ts";

const endedPageRows = 200;

/** Tells whether anything of a run is still to be done. */
export async function hasOpenItems(context: CallContext, run: Run): Promise<boolean> {
  const { items } = await kindOf(context, run);
  const where = allOf(eq("runKey", run.key), eq("result", null));
  return (await context.store.select(items.table, { where, limit: 1 })).length > 0;
}

/** Returns the target systems of which something of a run is still to be done, in the order of their keys. */
export async function openTargets(context: CallContext, run: Run): Promise<readonly string[]> {
  const { items } = await kindOf(context, run);
  const targets: string[] = [];
  for (let after = ""; ;) {
    const where = allOf(eq("runKey", run.key), eq("result", null), gt("targetSystemKey", after));
    const [item] = await context.store.select(items.table, { where, orderBy: [["targetSystemKey", "asc"]], limit: 1 });
    if (item === undefined) return targets;
    after = item.targetSystemKey;
    targets.push(after);
  }
}

/**
 * Ends what a stopped run has not sent, a page in the current transaction, and what was sent when nobody can act on it any more. Gives the
 * time after which more is to be ended.
 */
export async function endStopped(context: CallContext, run: Run): Promise<number> {
  const { store, clock } = context;
  const kind = await kindOf(context, run);
  const now = clock.now();
  const where = allOf(eq("runKey", run.key), eq("result", null));
  const rows = await store.select(kind.items.table, { where, orderBy: [["deadlineAt", "asc"]], limit: endedPageRows });
  const open = rows.map(withDeadline(store.steadyTime.least(), now));
  const over = open.filter(({ deadlineAt }) => (deadlineAt ?? 0) <= now);
  await kind.end(
    context,
    run,
    over.map((item) => ({ item, end: item.sends === 0 ? unsent : unanswered(item) })),
  );
  if (over.length > 0) return 0;
  return Math.min(...open.map(({ deadlineAt }) => (deadlineAt ?? now) - now));
}

/** Returns the end of what was sent and never answered; the last words of its target stay. */
export const unanswered = ({ errorCode, message }: RunItem): ItemEnd => ({
  result: "F",
  errorCode: errorCode ?? "unreachable",
  message: message ?? "Neither its proxy nor its target has answered.",
});
