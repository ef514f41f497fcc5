import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, never } from "#domain/query/condition.ts";
import { primaryKeyOf } from "#store/rows.ts";

import { repeatRowOf } from "./audited-call.ts";
import type { CallContext } from "./context.ts";
import type { Operation } from "./define-operation.ts";
import type { SeenRow } from "./seen-row.ts";
import { tellRequested } from "./tell-requested.ts";

/** Signal that ends a repeated call, once its policies allow it again. */
export class AnsweredBefore extends Error {
  override readonly name = "AnsweredBefore";
}

/**
 * Decides whether the stored answer of a call may be given again: its rows must still be visible to the caller. The repetition is audited.
 * A row deleted since was seen by the holder of the answer.
 * @throws AnsweredBefore, FORBIDDEN
 */
export async function answerBefore<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: CallContext,
  { input, rows }: { readonly input: Input; readonly rows: readonly SeenRow[] },
): Promise<never> {
  for (const row of rows) await requireSeen(context, row);
  const { store } = context;
  const row = await tellRequested(store, repeatRowOf(operation, context, input), operation.audit.places?.(input));
  await store.transaction(() => store.audit(row));
  throw new AnsweredBefore();
}

async function requireSeen({ store, visible }: CallContext, { table, key, policy }: SeenRow): Promise<void> {
  const isRow = eq(primaryKeyOf(table), key);
  const shown = await store.count(table, allOf(isRow, visible.get(policy) ?? never));
  if (shown > 0 || (await store.count(table, isRow)) === 0) return;
  throw new ServiceError("FORBIDDEN", { target: policy });
}
