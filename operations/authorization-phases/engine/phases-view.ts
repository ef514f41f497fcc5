import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { PhaseResourceType } from "#domain/requests/phase-resources.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { attachedRows } from "../../kernel/rows/attach-rows.ts";

/** An authorization phase with its authorizers. */
export type PhaseView = Row<"authorizationPhases"> & {
  readonly authorizers: readonly Row<"authorizationPhaseAuthorizers">[];
};

/** Returns the authorization phases of resources of a type, by resource key; two statements for all. */
export async function phaseViews(
  context: Pick<CallContext, "store">,
  resourceType: PhaseResourceType,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly PhaseView[]>> {
  if (keys.length === 0) return new Map();
  const phases = await context.store.select("authorizationPhases", {
    where: allOf(eq("resourceType", resourceType), oneOf("resourceKey", keys)),
    orderBy: [["sequence", "asc"]],
  });
  const authorizers = await attachedRows(
    context,
    {
      table: "authorizationPhaseAuthorizers",
      column: "authorizationPhaseKey",
      orderBy: ["userClass", "userKey", "key"],
    },
    phases.map(({ key }) => key),
  );
  const complete = phases.map((phase) => ({ ...phase, authorizers: authorizers.get(phase.key) ?? [] }));
  return Map.groupBy(complete, ({ resourceKey }) => resourceKey);
}
