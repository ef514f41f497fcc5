import type { CallContext } from "../../kernel/context.ts";
import type { Run, RunKind } from "../../kernel/run-kind.ts";

/**
 * Returns the kind of a run.
 * @throws RangeError where nothing is known of a kind of this name
 */
export async function kindOf(
  { tables }: Pick<CallContext, "tables">,
  { kind }: Pick<Run, "kind">,
): Promise<RunKind<CallContext>> {
  const found = (await tables.runKinds()).get(kind);
  if (found === undefined) throw new RangeError(`no runs are of the kind '${kind}'`);
  return found;
}
