import { literal } from "../api/odata.ts";
import type { TableFilter } from "./table-column.ts";

/** Returns a filter by the target system. `where` makes the condition of an OData literal, for rows that do not hold the key themselves. */
export function targetFilter(
  targets: readonly { readonly id: string; readonly description: string }[],
  where = (id: string) => `targetSystemKey eq ${id}`,
): TableFilter {
  return {
    name: "target",
    title: "account.target",
    choices: targets.map(({ id }) => ({
      value: id,
      name: id,
      where: where(literal(id)),
    })),
  };
}
