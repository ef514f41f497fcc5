import type { QueryResult } from "#domain/query/bound-query.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { type QueryInput, runQuery } from "../read/query.ts";
import { peoplePolicies } from "./engine/phases-of-items.ts";

/**
 * Reads the requestable resources like `runQuery`. Approvers are shown without the names that the caller may not know, which may be all.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const readCatalogue: typeof runQuery = defineOperation<QueryInput, QueryResult>({
  ...runQuery,
  name: "catalogue.read",
  policiesOf: (input) => [
    ...(runQuery.policiesOf?.(input) ?? []),
    ...Object.values(peoplePolicies).map((name) => ({ name, rows: true, mayShowNone: true })),
  ],
});
