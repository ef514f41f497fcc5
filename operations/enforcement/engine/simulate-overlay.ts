import { predictionPagePeople } from "#domain/analysis-limits.ts";
import type { Overlay } from "#store/analyses/overlay.ts";

import type { AnalysisPage, NewRow, PageWork } from "../../kernel/analysis-kind.ts";
import type { CallContext } from "../../kernel/context.ts";
import { predictionName, predictOperations } from "./predict-operations.ts";

/**
 * Computes a page of a simulation: what would be asked for some people in addition, if some tables had other rows.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export async function simulateOverlay(
  context: CallContext,
  overlay: Overlay,
  { after, before, signal }: Pick<PageWork<unknown>, "after" | "before" | "signal">,
): Promise<AnalysisPage> {
  const { store } = context;
  const total = before.progress.total ?? (await store.count("users"));
  const userKeys = await store.values("users", "key", { after: after ?? "", max: predictionPagePeople });
  signal.throwIfAborted();
  const asked = new Set((await predictOperations(context, {}, userKeys)).map(predictionName));
  signal.throwIfAborted();
  const predicted = await predictOperations(context, overlay, userKeys);
  const rows = predicted.filter((one) => !asked.has(predictionName(one)));
  return {
    rows: rows.map(({ userKey, code: operation, targetSystemKey, groupKey, roleKey, why }): NewRow => ({
      userKey,
      operation,
      targetSystemKey,
      groupKey,
      roleKey,
      why,
    })),
    next: userKeys.length < predictionPagePeople ? null : (userKeys.at(-1) ?? null),
    progress: { done: before.progress.done + userKeys.length, total },
  };
}
