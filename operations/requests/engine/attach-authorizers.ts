import type { CallContext } from "../../kernel/context.ts";
import { attachedRows } from "../../kernel/rows/attach-rows.ts";
import { peopleOf } from "../../people/engine/people-of.ts";

/** Adds the authorizers to phases of requests, with their names: two statements for all. */
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
  const withPeople = await peopleOf(context, [...authorizers.values()].flat());
  return rows.map((row) => ({ ...row, authorizers: withPeople(authorizers.get(String(row["key"])) ?? []) }));
}
