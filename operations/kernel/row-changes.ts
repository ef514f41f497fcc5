import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "./context.ts";
import type { PolicyCheck } from "./define-operation.ts";
import { type ChildRows, childRow } from "./rows/child-row.ts";
import { lockedRow } from "./rows/locked-row.ts";

/** The policies of what changes a row of a set, or what is below it: the row must be visible, and the change be allowed. */
export function policiesOfChange(
  verb: "create" | "update" | "remove" | "action",
  path: string,
): readonly PolicyCheck<unknown>[] {
  const [set = path] = path.split("/");
  return [{ name: policyOf.get(set), rows: true }, { name: policyOf[verb](path) }];
}

/** The parts of an operation that removes a row of a set; what is to be refused, or to be removed with it, comes before. */
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

/** The parts of an operation that removes a row below one of a set. */
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
