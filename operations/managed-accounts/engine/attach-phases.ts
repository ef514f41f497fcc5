import { phaseViews } from "../../authorization-phases/engine/phases-view.ts";
import type { CallContext } from "../../kernel/context.ts";

type Attached = Readonly<Record<string, unknown>>;

/** Adds to rows of managed system policies who authorizes check-outs under them, phase by phase: two statements for all. */
export async function attachCheckoutPhases<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
): Promise<readonly (R & Attached)[]> {
  const ids = rows.map(({ id }) => String(id));
  const phases = await phaseViews(context, "managedSystemPolicy", ids);
  return rows.map((row) => ({ ...row, authorizationPhases: phases.get(String(row["id"])) ?? [] }));
}
