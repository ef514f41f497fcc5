import type { CallContext } from "../../kernel/context.ts";
import { attachedRows } from "../../kernel/rows/attach-rows.ts";
import { peopleOf } from "../../people/engine/people-of.ts";

type Attached = Readonly<Record<string, unknown>>;

/** Adds the authorizers to phases of requests, with their names: two statements for all. */
export function attachAuthorizers<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & Attached)[]> {
  return attachAsked(context, rows, wanted.includes("authorizers") ? "authorizers" : null);
}

/** Adds to operations of requests the people to whom they were offered as tasks, with their names: two statements for all. */
export function attachImplementers<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & Attached)[]> {
  return attachAsked(context, rows, wanted.includes("implementers") ? "implementers" : null);
}

async function attachAsked<R extends Attached>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  as: string | null,
): Promise<readonly (R & Attached)[]> {
  if (as === null) return rows;
  const asked = await attachedRows(
    context,
    { table: "requestAuthorizers", column: "requestPhaseKey", orderBy: ["userKey"] },
    rows.map(({ key }) => String(key)),
  );
  const withPeople = await peopleOf(context, [...asked.values()].flat());
  return rows.map((row) => ({ ...row, [as]: withPeople(asked.get(String(row["key"])) ?? []) }));
}
