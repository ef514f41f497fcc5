import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Name fields of a user, for readers who may know nothing else. */
type PersonName = Pick<Row<"users">, "key" | "id" | "displayName">;

/** Function that adds the named users to the rows of one list; null for a deleted user. */
type WithPeople = <R extends { readonly userKey: string }>(
  rows: readonly R[],
) => (R & { readonly person: PersonName | null })[];

/** Reads the users named by rows, in one statement for all. Readers of such a row may know them: no policy is asked. */
export async function peopleOf(
  { store }: Pick<ServiceContext, "store">,
  rows: readonly { readonly userKey: string }[],
): Promise<WithPeople> {
  const keys = [...new Set(rows.map(({ userKey }) => userKey))];
  const users = keys.length === 0 ? [] : await store.select("users", { where: oneOf("key", keys) });
  const names = new Map(users.map(({ key, id, displayName }) => [key, { key, id, displayName }]));
  return (named) => named.map((row) => ({ ...row, person: names.get(row.userKey) ?? null }));
}
