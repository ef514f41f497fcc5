import type { QueryResult } from "#domain/query/bound-query.ts";
import { withModule } from "#store/module-scope.ts";

import { auditRowOf } from "../kernel/audited-call.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { type QueryInput, runQuery } from "../read/query.ts";

/**
 * Searches for users like `runQuery`; the result is audited before it is returned.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const findPeople: typeof runQuery = defineOperation<QueryInput, QueryResult>({
  ...runQuery,
  name: "people.find",
  audit: { operation: "AFND", when: "refusalOnly", describe: (_input, output) => found(output) },
  async run(context, input) {
    const output = await runQuery.run(context, input, undefined);
    const row = auditRowOf(findPeople, context, { input, output });
    await withModule(context.caller.module, () => context.store.transaction(() => context.store.audit(row)));
    return output;
  },
});

/** Describes the result for the audit: the only user found, or the number of users. */
function found(output: QueryResult | undefined) {
  if (output === undefined) return {};
  const [first] = output.rows;
  if (output.rows.length === 1 && first !== undefined) return { recipient: String(first.values["key"]) };
  return { message: `${output.count ?? output.rows.length} people` };
}
