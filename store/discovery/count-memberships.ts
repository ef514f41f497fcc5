import type { CountedLosses } from "#domain/discovery/losses.ts";

import type { BoundSql } from "../sql/sql.ts";
import type { LoadedKind } from "./kinds.ts";
import { noMemberStaged, notShown } from "./load-memberships.ts";
import { gone } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";

const emptiedMax = 20;

/**
 * Counts the memberships that a load would remove from accounts and groups that stay. Names the groups that would have no member left, the
 * largest first. `leaving` are the kinds with objects that go; memberships of these objects go with them and do not count.
 */
export async function countMemberships(
  { database, writer }: LoadParts,
  order: LoadOrder,
  leaving: readonly LoadedKind[],
): Promise<Pick<CountedLosses, "memberships" | "emptied">> {
  const owners = leaving.map((kind) => {
    const { text, values } = gone(writer, kind, order);
    return { text: ` AND t.\`${kind.owner}\` NOT IN (SELECT t.\`key\` ${text})`, values };
  });
  const staying: BoundSql = {
    text: owners.map(({ text }) => text).join(""),
    values: owners.flatMap(({ values }) => values),
  };
  const lost = notShown(writer, order);
  const ofTarget = "t.`groupKey` IN (SELECT g.`key` FROM `groups` g WHERE g.`targetSystemKey` = ?)";
  const rows = await database.read(
    `SELECT t.\`groupKey\`, COUNT(*) AS \`n\` FROM \`groupMemberships\` t WHERE ${lost.text}${staying.text} GROUP BY t.\`groupKey\``,
    [...lost.values, ...staying.values],
  );
  const [all] = await database.read(
    `SELECT COUNT(*) AS \`n\` FROM \`groupMemberships\` t WHERE ${ofTarget}${staying.text}`,
    [order.targetSystemKey, ...staying.values],
  );
  const gonePerGroup = rows.map((row) => ({ key: row["groupKey"] as string, members: Number(row["n"]) }));
  const memberships = {
    gone: gonePerGroup.reduce((sum, { members }) => sum + members, 0),
    known: Number(all?.["n"] ?? 0),
  };
  const emptied: { group: string; members: number }[] = [];
  const greatestFirst = gonePerGroup.toSorted((one, other) => other.members - one.members).slice(0, emptiedMax);
  for (const { key, members } of greatestFirst) {
    const [group] = await database.read(
      `SELECT g.\`shortId\` FROM \`groups\` g WHERE g.\`key\` = ? AND ${noMemberStaged}`,
      [key, order.run],
    );
    if (group !== undefined) emptied.push({ group: group["shortId"] as string, members });
  }
  return { memberships, emptied };
}
