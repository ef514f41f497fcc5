import type { JsonValue } from "#domain/json.ts";
import type { Row } from "#store/tables.ts";

import { implementerViews } from "../../abilities/implementers-view.ts";
import { targetSystemOptions } from "../../abilities/target-system-options.ts";
import { phaseViews, type PhaseView } from "../../authorization-phases/engine/phases-view.ts";
import type { CallContext } from "../../kernel/context.ts";
import { attachedRows } from "../../kernel/rows/attach-rows.ts";

type Attached = Readonly<Record<string, unknown>>;

/** Adds authorization phases, implementers and options to rows of target systems, in at most four statements for all. */
export async function attachToTargetSystems<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  wanted: readonly string[] = [...Object.keys(targetSystemOptions), "authorizationPhases", "implementers"],
): Promise<readonly (R & Attached)[]> {
  const ids = rows.map(({ id }) => String(id));
  const withPhases = wanted.includes("authorizationPhases");
  const phases = withPhases ? await phaseViews(context, "targetSystem", ids) : new Map<string, PhaseView[]>();
  const withImplementers = wanted.includes("implementers");
  const implementers = await implementerViews(context, "targetSystem", withImplementers ? ids : []);
  const options = wanted.some((name) => Object.hasOwn(targetSystemOptions, name))
    ? await attachedRows(context, { table: "targetSystemOptions", column: "targetSystemId", orderBy: ["name"] }, ids)
    : new Map<string, Row<"targetSystemOptions">[]>();
  return rows.map((row) => ({
    ...optionValues(options.get(String(row["id"])) ?? []),
    ...row,
    ...(withPhases ? { authorizationPhases: phases.get(String(row["id"])) ?? [] } : {}),
    ...(withImplementers ? { implementers: implementers.get(String(row["id"])) ?? [] } : {}),
  }));
}

/** Returns a target system as readers see it, with its options and phases. */
export async function targetSystemView(context: CallContext, row: Row<"targetSystems">): Promise<object> {
  const [view = row] = await attachToTargetSystems(context, [row]);
  return view;
}

/** Returns the value of every option; the initial one if a target system sets none. */
function optionValues(rows: readonly Pick<Row<"targetSystemOptions">, "name" | "value">[]): Record<string, JsonValue> {
  const set = new Map<string, JsonValue>(rows.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    Object.entries(targetSystemOptions).map(([name, { initial }]) => [name, set.has(name) ? set.get(name) : initial]),
  ) as Record<string, JsonValue>;
}
