import { implementerViews } from "../../abilities/implementers-view.ts";
import { phaseViews } from "../../authorization-phases/engine/phases-view.ts";
import type { CallContext } from "../../kernel/context.ts";
import { attachNetworkResourcePlatform } from "./attach-network-resource-platform.ts";

type Attached = Readonly<Record<string, unknown>>;

/**
 * Adds to rows of groups their type, their authorization phases and their implementers, as far as these are wanted: at most two
 * statements for all of each.
 */
export async function attachToGroups<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & Attached)[]> {
  const typed = wanted.includes("networkResourcePlatform") ? await attachNetworkResourcePlatform(context, rows) : rows;
  const keys = rows.map(({ key }) => String(key));
  const [withPhases, withImplementers] = [wanted.includes("authorizationPhases"), wanted.includes("implementers")];
  const phases = await phaseViews(context, "managedGroup", withPhases ? keys : []);
  const implementers = await implementerViews(context, "managedGroup", withImplementers ? keys : []);
  return typed.map((row) => ({
    ...row,
    ...(withPhases ? { authorizationPhases: phases.get(String(row["key"])) ?? [] } : {}),
    ...(withImplementers ? { implementers: implementers.get(String(row["key"])) ?? [] } : {}),
  }));
}
