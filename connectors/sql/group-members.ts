import {
  type Call,
  type Cursor,
  type MembersPage,
  type MembersRequest,
  pagesByCursor,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { cursorOf, keyOf } from "./cursor.ts";
import type { MemberRow, SqlObject, SqlSession } from "./session.ts";

/** Maximum number of members in one page of groups; a group beyond it is read separately. */
const listedMembersMax = 5_000;

/** Yields the members of a group in pages. */
export async function* memberPages(
  session: SqlSession,
  group: SqlObject,
  request: MembersRequest,
  call: Call,
): AsyncGenerator<MembersPage> {
  const seen = { hidden: false };
  const read = async (cursor?: Cursor): Promise<readonly MemberRow[]> => {
    const after = keyOf(cursor, session.memberKeyLength);
    const shown = await session.members([group], { after, limit: request.pageSize });
    seen.hidden ||= hides(shown.hidden, group.object);
    return shown.rows;
  };
  const pages = pagesByCursor(request, read, ({ key }) => cursorOf(key), call);
  let empty = true;
  for await (const { rows, cursor } of pages) {
    empty = false;
    yield { items: rows.map(({ member }) => member), cursor, ...(seen.hidden && { hidden: true }) };
  }
  if (empty && seen.hidden) yield { items: [], hidden: true };
}

/** Returns groups with their members, read for all groups at once. */
export async function listedMembers(session: SqlSession, groups: readonly SqlObject[]): Promise<TargetObject[]> {
  const { rows, hidden } = await session.members(groups, { limit: listedMembersMax + 1 });
  const cut = rows.length > listedMembersMax ? rows.at(-1)?.group : undefined;
  const byGroup = Map.groupBy(rows, ({ group }) => group);
  return groups.map(({ object }) => {
    const own = byGroup.get(object.id);
    // The rows are ordered by group, so nothing is known of a group beyond the cut.
    const whole = cut === undefined || (own !== undefined && object.id !== cut);
    const members = own?.map(({ member }) => member) ?? [];
    return { ...object, ...(whole && { members }), ...(hides(hidden, object) && { membersHidden: true as const }) };
  });
}

function hides(hidden: ReadonlySet<string> | undefined, { id }: TargetObject): boolean {
  return hidden === undefined || hidden.has(id);
}
