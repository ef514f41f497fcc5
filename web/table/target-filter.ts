import { literal } from "../api/odata.ts";
import type { TableFilter } from "./table-column.ts";

/** A filter by the target system. */
export function targetFilter(targets: readonly { readonly id: string; readonly description: string }[]): TableFilter {
  return {
    ...{ name: "target", title: "accounts.target" },
    choices: targets.map(({ id }) => ({ value: id, name: id, where: `targetSystemKey eq ${literal(id)}` })),
  };
}
