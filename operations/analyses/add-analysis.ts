import { z } from "zod";

import { analysisKinds, openAnalysisStates } from "#domain/analyses/analysis-kinds.ts";
import { analysesOpenMax } from "#domain/analysis-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import type { JsonValue } from "#domain/json.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/**
 * Starts an analysis, which the hub computes: the simulation of a change, or the search for roles. Nothing but the analysis and its rows is
 * written.
 * @throws ANALYSES_OPEN_MAX, USER_CLASS_UNKNOWN, USER_CLASS_CONDITION_INVALID, TARGET_UNKNOWN, GROUP_UNKNOWN,
 * MANAGED_SYSTEM_POLICY_UNKNOWN, TEMPLATE_UNKNOWN, TARGET_PHASE_INVALID and the codes of a $filter
 */
export const addAnalysis = defineOperation({
  name: "analyses.add",
  input: z.strictObject({ kind: z.enum(analysisKinds), input: z.record(z.string(), z.unknown()) }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("analyses") }],
  audit: {
    operation: "ANAD",
    describe: ({ kind }, analysis?: Row<"analyses">) => ({ ident: analysis?.key ?? null, message: kind }),
  },
  async prepare(context, { kind, input }): Promise<undefined> {
    await (await context.tables.analysisKind(kind)).check(context, input);
  },
  async run(context, { kind, input }): Promise<Row<"analyses">> {
    const { store, clock, ids, caller } = context;
    await requireRoom(context);
    const now = clock.now();
    const analysis = await store.add("analyses", {
      key: ids.guid(),
      kind,
      // Undefined fields are none.
      input: JSON.parse(JSON.stringify(input)) as JsonValue,
      createdBy: caller.key,
      createdAt: now,
    });
    await store.moments.set({ key: analysis.key, kind: "analysis", at: now });
    return analysis;
  },
});

async function requireRoom({ store, caller }: CallContext): Promise<void> {
  if (caller.key === null) return;
  // Concurrent calls of one user see each other.
  await store.lock("users", caller.key);
  const isOpen = allOf(eq("createdBy", caller.key), oneOf("state", openAnalysisStates));
  if ((await store.count("analyses", isOpen)) >= analysesOpenMax)
    throw new ServiceError("ANALYSES_OPEN_MAX", { target: "kind" });
}
