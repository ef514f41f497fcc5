import { phaseViews } from "../../authorization-phases/engine/phases-view.ts";
import type { CallContext } from "../../kernel/context.ts";
import { attachNetworkResourcePlatform } from "./attach-network-resource-platform.ts";

type Attached = Readonly<Record<string, unknown>>;

/** Adds to rows of groups their type and their authorization phases, as far as these are wanted: two statements for all of each. */
export async function attachToGroups<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & Attached)[]> {
  const typed = wanted.includes("networkResourcePlatform") ? await attachNetworkResourcePlatform(context, rows) : rows;
  if (!wanted.includes("authorizationPhases")) return typed;
  const keys = rows.map(({ key }) => String(key));
  const phases = await phaseViews(context, "managedGroup", keys);
  return typed.map((row) => ({ ...row, authorizationPhases: phases.get(String(row["key"])) ?? [] }));
}
