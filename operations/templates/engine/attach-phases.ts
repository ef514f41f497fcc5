import { phaseViews } from "../../authorization-phases/engine/phases-view.ts";
import type { CallContext } from "../../kernel/context.ts";

type Attached = Readonly<Record<string, unknown>>;

/** Adds to rows of templates their own approval phases: two statements for all. */
export async function attachTemplatePhases<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
): Promise<readonly (R & Attached)[]> {
  const keys = rows.map(({ key }) => String(key));
  const phases = await phaseViews(context, "template", keys);
  return rows.map((row) => ({ ...row, authorizationPhases: phases.get(String(row["key"])) ?? [] }));
}
