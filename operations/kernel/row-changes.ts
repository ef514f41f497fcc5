import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "./context.ts";
import type { PolicyCheck } from "./define-operation.ts";
import { type ChildRows, childRow } from "./rows/child-row.ts";
import { lockedRow } from "./rows/locked-row.ts";

/** Returns the policies for a change of a row of a set, or of a row below it: the row must be visible, and the change allowed. */
export function policiesOfChange(
  verb: "create" | "update" | "remove" | "action",
  path: string,
): readonly PolicyCheck<unknown>[] {
  const [set = path] = path.split("/");
  return [{ name: policyOf.get(set), rows: true }, { name: policyOf[verb](path) }];
}

/** Returns the parts of an operation that removes a row of a set; `before` refuses the removal, or removes dependent rows. */
export function removalOf<T extends TableName>(
  table: T,
  before?: (context: CallContext, row: Row<T>) => Promise<void>,
) {
  return {
    input: z.strictObject({ key: z.string() }),
    policies: policiesOfChange("remove", table),
    async run(context: CallContext, { key }: { readonly key: string }) {
      const row = await lockedRow(context, { table, key });
      await before?.(context, row);
      await context.store.remove(table, key);
      return {};
    },
  };
}

/** Returns the parts of an operation that removes a row below one of a set. */
export function childRemovalOf<T extends TableName, C extends string>(children: ChildRows<T, C>) {
  return {
    policies: policiesOfChange("remove", children.path),
    async run(context: CallContext, given: { readonly key: string } & Readonly<Record<C, string>>) {
      await childRow(context, children, given);
      await context.store.remove(children.table, given.key);
      return {};
    },
  };
}
