import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { Row, TableName } from "#store/tables.ts";

import { defineOperation, type Operation } from "../define-operation.ts";
import { visibleRow } from "./read-one.ts";

/** A table whose rows are read one at a time below a row of another table. */
export interface ReadChildDefinition<T extends TableName> {
  /** Name of the operation, such as `targetSystems.getCredential`. */
  readonly name: string;
  readonly table: T;
  readonly policy: string;
  /** The table above, its policy, and the column that refers to it. */
  readonly parent: { readonly table: TableName; readonly policy: string; readonly column: keyof Row<T> & string };
}

/** Which row, below which. */
export interface ChildInput {
  readonly key: string;
  readonly parentKey: string;
}

const input = z.strictObject({ key: z.string(), parentKey: z.string() });

/** Declares the operation that reads one row below another one; the row above is checked first, by its own policy. */
export function readChild<T extends TableName>(
  definition: ReadChildDefinition<T>,
): Operation<ChildInput, Row<T>, undefined> {
  const { table, policy, parent } = definition;
  return defineOperation<ChildInput, Row<T>>({
    name: definition.name,
    operationType: "READ",
    kind: "read",
    input,
    callers: ["user"],
    policies: [
      { name: parent.policy, rows: true },
      { name: policy, rows: true },
    ],
    audit: { operation: "READ", when: "refusalOnly", describe: ({ key }) => ({ ident: `${table}:${key}` }) },
    async run(context, { key, parentKey }) {
      await visibleRow(context, { table: parent.table, policy: parent.policy, key: parentKey });
      const row = await visibleRow(context, { table, policy, key });
      if (row[parent.column] === parentKey) return row;
      throw new ServiceError("NOT_FOUND", { target: `${table}('${key}')` });
    },
  });
}
