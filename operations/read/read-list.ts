import { z } from "zod";

import { pageSizeDefault, pageSizeMax } from "#domain/limits.ts";
import type { Predicate } from "#domain/predicate.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { Row, TableName } from "#store/tables.ts";

import { defineOperation, type Operation } from "../define-operation.ts";
import { visibleRow } from "./read-one.ts";

/** A table whose rows are read page by page under a row policy. */
export interface ReadListDefinition<T extends TableName> {
  /** Name of the operation, such as `requests.list`. */
  readonly name: string;
  readonly table: T;
  /** The policy that says which rows are visible. */
  readonly policy: string;
  /** Where the rows are those of another row: its table, its policy, and the column that refers to it. */
  readonly parent?: { readonly table: TableName; readonly policy: string; readonly column: keyof Row<T> & string };
}

/** A page that is asked for: rows in the order of their keys, after the last key of the page before. */
export interface PageInput {
  readonly parentKey?: string | undefined;
  readonly top?: number | undefined;
  readonly after?: string | undefined;
}

/** A page and whether more rows follow. */
export interface Page<R> {
  readonly rows: readonly R[];
  readonly more: boolean;
}

const input = z.strictObject({
  parentKey: z.string().optional(),
  top: z.int().min(0).max(pageSizeMax).optional(),
  after: z.string().optional(),
});

/** Declares the operation that reads a page of rows; the row policy is a part of the statement itself. */
export function readList<T extends TableName>(
  definition: ReadListDefinition<T>,
): Operation<PageInput, Page<Row<T>>, undefined> {
  const { table, policy, parent } = definition;
  const parentPolicies = parent ? [{ name: parent.policy, rows: true }] : [];
  return defineOperation<PageInput, Page<Row<T>>>({
    name: definition.name,
    operationType: "READ",
    kind: "read",
    input,
    callers: ["user"],
    policies: [...parentPolicies, { name: policy, rows: true }],
    audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: table }) },
    async run(context, { parentKey, top = pageSizeDefault, after }) {
      const conditions: Predicate[] = [context.visible.get(policy) ?? { op: "false" }];
      if (parent) {
        await visibleRow(context, { table: parent.table, policy: parent.policy, key: parentKey ?? "" });
        conditions.push({ op: "eq", column: parent.column, value: parentKey ?? "" });
      }
      const key = primaryKeyOf(table) as keyof Row<T> & string;
      if (after !== undefined) conditions.push({ op: "gt", column: key, value: after });
      const rows = await context.store.select(table, {
        where: { op: "and", of: conditions },
        orderBy: [[key, "asc"]],
        limit: top + 1,
      });
      return { rows: rows.slice(0, top), more: rows.length > top };
    },
  });
}
