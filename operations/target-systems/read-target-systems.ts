import type { JsonValue } from "#domain/json.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import type { Operation } from "../define-operation.ts";
import { attachedRows } from "../read/attach-rows.ts";
import { type Page, type PageInput, readList } from "../read/read-list.ts";
import { readOne } from "../read/read-one.ts";
import { createTargetSystem } from "./create-target-system.ts";
import type { TargetSystemInput } from "./target-system-input.ts";
import { targetSystemOptions } from "./target-system-options.ts";

/** A target system with its authorization phases and with every option by its name. */
export type TargetSystemView = Row<"targetSystems"> & {
  readonly authorizationPhases: readonly PhaseView[];
  readonly [option: string]: unknown;
};

/** An authorization phase with its authorizers. */
export type PhaseView = Row<"authorizationPhases"> & {
  readonly authorizers: readonly Row<"authorizationPhaseAuthorizers">[];
};

const getRow = readOne({ name: "targetSystems.get", table: "targetSystems", policy: "targetsystems_get" });
const listRows = readList({ name: "targetSystems.list", table: "targetSystems", policy: "targetsystems_get_list" });

/** Reads one target system. */
export const getTargetSystem: Operation<{ key: string }, TargetSystemView, undefined> = {
  ...getRow,
  async run(context, input, prepared) {
    const row = await getRow.run(context, input, prepared);
    const [view] = await targetSystemViews(context, [row]);
    return view as TargetSystemView;
  },
};

/** Reads target systems page by page. */
export const listTargetSystems: Operation<PageInput, Page<TargetSystemView>, undefined> = {
  ...listRows,
  async run(context, input, prepared) {
    const { rows, more } = await listRows.run(context, input, prepared);
    return { rows: await targetSystemViews(context, rows), more };
  },
};

/** Adds a target system and gives it as readers see it. */
export const createTargetSystemView: Operation<TargetSystemInput, TargetSystemView, undefined> = {
  ...createTargetSystem,
  async run(context, input, prepared) {
    const row = await createTargetSystem.run(context, input, prepared);
    const [view] = await targetSystemViews(context, [row]);
    return view as TargetSystemView;
  },
};

/** Completes rows of target systems with what belongs to them, in three statements for all. */
async function targetSystemViews(
  context: Pick<CallContext, "store">,
  rows: readonly Row<"targetSystems">[],
): Promise<TargetSystemView[]> {
  const ids = rows.map(({ id }) => id);
  const phases = await attachedRows(
    context,
    { table: "authorizationPhases", column: "targetSystemId", orderBy: ["sequence"] },
    ids,
  );
  const phaseKeys = [...phases.values()].flat().map(({ key }) => key);
  const authorizers = await attachedRows(
    context,
    { table: "authorizationPhaseAuthorizers", column: "authorizationPhaseKey", orderBy: ["key"] },
    phaseKeys,
  );
  const options = await attachedRows(
    context,
    { table: "targetSystemOptions", column: "targetSystemId", orderBy: ["name"] },
    ids,
  );
  return rows.map((row) => ({
    ...optionValues(options.get(row.id) ?? []),
    ...row,
    authorizationPhases: (phases.get(row.id) ?? []).map((phase) => ({
      ...phase,
      authorizers: authorizers.get(phase.key) ?? [],
    })),
  }));
}

/** The value of every option, the initial one where a target system sets none. */
export function optionValues(
  rows: readonly Pick<Row<"targetSystemOptions">, "name" | "value">[],
): Record<string, JsonValue> {
  const set = new Map<string, JsonValue>(rows.map(({ name, value }) => [name, value as JsonValue]));
  return Object.fromEntries(
    Object.entries(targetSystemOptions).map(([name, { initial }]) => [name, set.get(name) ?? initial]),
  );
}
