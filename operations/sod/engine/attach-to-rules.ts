import { phaseViews } from "../../authorization-phases/engine/phases-view.ts";
import type { CallContext } from "../../kernel/context.ts";
import { partsOf } from "./rule-parts.ts";

type Attached = Readonly<Record<string, unknown>>;

/** Adds to rules of separation of duties their parts and their phases: three statements for all. */
export async function attachToSodRules<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & Attached)[]> {
  const keys = rows.map(({ key }) => String(key));
  const parts = wanted.includes("parts") ? await partsOf(context, keys) : undefined;
  const phases = wanted.includes("authorizationPhases") ? await phaseViews(context, "sodRule", keys) : undefined;
  return rows.map((row) => {
    const key = String(row["key"]);
    return {
      ...row,
      ...(parts && { parts: parts.get(key) ?? [] }),
      ...(phases && { authorizationPhases: phases.get(key) ?? [] }),
    };
  });
}
