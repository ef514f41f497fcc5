import type { CallContext } from "../../context.ts";
import { attachedRows } from "../../read/attach-rows.ts";

/** Adds to phases of requests those who may decide them, in one statement for all. */
export async function attachAuthorizers<R extends Readonly<Record<string, unknown>>>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & { readonly authorizers?: readonly object[] })[]> {
  if (!wanted.includes("authorizers")) return rows;
  const authorizers = await attachedRows(
    context,
    { table: "requestAuthorizers", column: "requestPhaseKey", orderBy: ["userKey"] },
    rows.map(({ key }) => String(key)),
  );
  return rows.map((row) => ({ ...row, authorizers: authorizers.get(String(row["key"])) ?? [] }));
}
