import { z } from "zod";

import { openAnalysisStates } from "#domain/analyses/analysis-kinds.ts";
import { ServiceError } from "#domain/errors.ts";
import { allOf, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { isOpenAnalysis } from "./engine/is-open-analysis.ts";

/**
 * Stops an analysis that has not ended; the rows that it has so far stay.
 * @throws NOT_FOUND, FORBIDDEN, ANALYSIS_OVER
 */
export const stopAnalysis = defineOperation({
  name: "analyses.stop",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "analyses/stop"),
  offered: ({ policy }) => allOf(policy, oneOf("state", openAnalysisStates)),
  audit: { operation: "ANSP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }): Promise<Row<"analyses">> {
    const { store, clock } = context;
    const analysis = await lockedRow(context, { table: "analyses", key });
    if (!isOpenAnalysis(analysis)) throw new ServiceError("ANALYSIS_OVER", { target: "key" });
    await store.moments.clear(key);
    return store.save("analyses", { key, state: "stopped", endedAt: clock.now() });
  },
});
