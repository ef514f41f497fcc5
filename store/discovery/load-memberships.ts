import { membershipName } from "#platform/object-key.ts";

import type { BoundSql, SqlValue } from "../sql/sql.ts";
import { loadedKinds } from "./kinds.ts";
import { gone } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";
import type { SetWriter } from "./set-writer.ts";

/** The staged member `s` is the account `a`; one that the target names without an id is the account of that name. */
const isMember = "(s.`memberId` = a.`stableId` OR (s.`memberId` IS NULL AND s.`memberName` = a.`shortId`))";

/** The staged members `s` of the membership `t`, as what follows SELECT; the run is its question mark. */
const shown =
  "FROM `stagedMembers` s, `groups` g, `accounts` a WHERE s.`run` = ? AND g.`key` = t.`groupKey` AND s.`groupId` = g.`stableId` " +
  `AND a.\`key\` = t.\`accountKey\` AND ${isMember}`;

/** The listed groups of a target, as what follows IN; the run and the target are its question marks. */
const listedGroups =
  "(SELECT g.`key` FROM `groups` g, `stagedObjects` o WHERE o.`run` = ? AND o.`type` = 'group' AND o.`state` <> 'gone' " +
  "AND g.`targetSystemKey` = ? AND g.`stableId` = o.`id`)";

/** The listed groups whose members are not all shown, as what follows IN, with the same question marks. */
const hidingGroups =
  "(SELECT g.`key` FROM `groups` g, `stagedHidden` h WHERE h.`run` = ? AND g.`targetSystemKey` = ? AND g.`stableId` = h.`groupId`)";

/** No member of the group `g` was listed, as a condition; the run is its question mark. */
export const noMemberStaged =
  "NOT EXISTS (SELECT 1 FROM `stagedMembers` s WHERE s.`run` = ? AND s.`groupId` = g.`stableId`)";

/** A membership `t` that was made here, and that no discovery has seen. */
const unseen = "(t.`shownByTarget` IS NULL OR t.`shownByTarget` = 0)";

/** The memberships `t` of listed groups that the listing does not show, as a condition; those that it hides are none of them. */
export function notShown({ sql }: Pick<SetWriter, "sql">, order: LoadOrder): BoundSql {
  const { run, targetSystemKey, startedStamp } = order;
  return {
    text:
      `t.\`groupKey\` IN ${listedGroups} AND t.\`groupKey\` NOT IN ${hidingGroups} AND NOT EXISTS (SELECT 1 ${shown}) ` +
      `AND ${sql.member("t.`_v`", "key")} < ?`,
    values: [run, targetSystemKey, run, targetSystemKey, run, startedStamp],
  };
}

/**
 * Notes the groups that the listing shows without any member although we have put an account into them, which is still there and
 * which no discovery has seen in them: their target hides members. It may be asked again.
 */
export async function noteHiding({ database, writer }: LoadParts, order: LoadOrder): Promise<void> {
  const { run, targetSystemKey, startedStamp } = order;
  const ofTarget = "`groupMemberships` t, `groups` g WHERE g.`key` = t.`groupKey` AND g.`targetSystemKey` = ?";
  const [first] = await database.read(`SELECT 1 FROM ${ofTarget} AND ${unseen} LIMIT 1`, [targetSystemKey]);
  if (first === undefined) return;
  const leaving = loadedKinds(false)
    .filter(({ type }) => type === "account")
    .map((kind) => gone(writer, kind, order));
  await database.write(
    `${database.dialect.insertIgnoring} INTO \`stagedHidden\` (\`run\`, \`groupId\`) SELECT DISTINCT ?, g.\`stableId\` FROM ${ofTarget} ` +
      `AND ${unseen} AND ${writer.sql.member("t.`_v`", "key")} < ? AND g.\`key\` IN ${listedGroups} AND ${noMemberStaged}` +
      leaving.map(({ text }) => ` AND t.\`accountKey\` NOT IN (SELECT t.\`key\` ${text})`).join(""),
    [run, targetSystemKey, startedStamp, run, targetSystemKey, run, ...leaving.flatMap(({ values }) => values)],
  );
}

/** Brings the members of all listed groups into the record; gives the number of memberships that came or went. */
export async function loadMemberships(parts: LoadParts, order: LoadOrder): Promise<number> {
  const { database, writer } = parts;
  const { run, targetSystemKey } = order;
  // A member that the target names without an id is the account of that name.
  await database.write(
    "UPDATE `stagedMembers` AS s SET `memberId` = (SELECT MIN(a.`stableId`) FROM `accounts` a WHERE a.`targetSystemKey` = ? AND a.`shortId` = s.`memberName`) " +
      "WHERE s.`run` = ? AND s.`memberId` IS NULL",
    [targetSystemKey, run],
  );
  await noteHiding(parts, order);
  const removed = await writer.remove("groupMemberships", notShown(writer, order));
  const added = await writer.insert({
    table: "groupMemberships",
    columns: {
      key: writer.sql.namedKey(membershipName, "g.`key`", "a.`key`"),
      groupKey: "g.`key`",
      accountKey: "a.`key`",
      shownByTarget: "1",
      throughGroup,
    },
    source: {
      text:
        "`stagedMembers` s, `groups` g, `accounts` a WHERE s.`run` = ? AND g.`targetSystemKey` = ? AND g.`stableId` = s.`groupId` " +
        "AND a.`targetSystemKey` = ? AND a.`stableId` = s.`memberId` " +
        "AND NOT EXISTS (SELECT 1 FROM `groupMemberships` m WHERE m.`groupKey` = g.`key` AND m.`accountKey` = a.`key`) GROUP BY g.`key`, a.`key`",
      values: [run, targetSystemKey, targetSystemKey],
    },
  });
  await markShown(parts, order);
  await markThrough(parts, order);
  return removed + added;
}

/** Who is a member also by himself is one by himself. */
const throughGroup = "CASE WHEN COUNT(*) = COUNT(s.`through`) THEN MIN(s.`through`) END";

/** Says of memberships whether the target shows them, and of groups whether it hides members. */
async function markShown({ database, writer }: LoadParts, order: LoadOrder): Promise<void> {
  const { run, targetSystemKey, startedStamp } = order;
  const hiding: readonly SqlValue[] = [run, targetSystemKey];
  await writer.updateOwn({
    table: "groupMemberships",
    columns: { shownByTarget: "1" },
    where: {
      text: `${unseen} AND t.\`groupKey\` IN ${listedGroups} AND EXISTS (SELECT 1 ${shown})`,
      values: [...hiding, run],
    },
  });
  await writer.updateOwn({
    table: "groups",
    columns: { membersHidden: "0" },
    where: {
      text:
        "t.`membersHidden` = 1 AND t.`targetSystemKey` = ? AND t.`stableId` NOT IN (SELECT h.`groupId` FROM `stagedHidden` h WHERE h.`run` = ?) " +
        "AND t.`stableId` IN (SELECT o.`id` FROM `stagedObjects` o WHERE o.`run` = ? AND o.`type` = 'group' AND o.`state` <> 'gone')",
      values: [targetSystemKey, run, run],
    },
  });
  const [hidden] = await database.read("SELECT 1 FROM `stagedHidden` WHERE `run` = ? LIMIT 1", [run]);
  if (hidden === undefined) return;
  await writer.updateOwn({
    table: "groups",
    columns: { membersHidden: "1" },
    where: {
      text: "t.`membersHidden` = 0 AND t.`targetSystemKey` = ? AND t.`stableId` IN (SELECT h.`groupId` FROM `stagedHidden` h WHERE h.`run` = ?)",
      values: [targetSystemKey, run],
    },
  });
  await writer.updateOwn({
    table: "groupMemberships",
    columns: { shownByTarget: "0" },
    where: {
      text:
        `COALESCE(t.\`shownByTarget\`, 1) = 1 AND t.\`groupKey\` IN ${hidingGroups} AND NOT EXISTS (SELECT 1 ${shown}) ` +
        `AND ${writer.sql.member("t.`_v`", "key")} < ?`,
      values: [...hiding, run, startedStamp],
    },
  });
}

/** Says of the memberships that were there by which other group they are there now. */
async function markThrough({ database, writer }: LoadParts, { run, targetSystemKey }: LoadOrder): Promise<void> {
  const [nested] = await database.read(
    "SELECT 1 FROM `stagedMembers` WHERE `run` = ? AND `through` IS NOT NULL UNION ALL SELECT 1 FROM `groupMemberships` t, `groups` g " +
      "WHERE t.`throughGroup` IS NOT NULL AND g.`key` = t.`groupKey` AND g.`targetSystemKey` = ? LIMIT 1",
    [run, targetSystemKey],
  );
  if (nested === undefined) return;
  const now = `(SELECT ${throughGroup} ${shown})`;
  await writer.updateOwn({
    table: "groupMemberships",
    columns: { throughGroup: now },
    values: [run],
    where: {
      text: `t.\`groupKey\` IN ${listedGroups} AND EXISTS (SELECT 1 ${shown}) AND COALESCE(${now}, '') <> COALESCE(t.\`throughGroup\`, '')`,
      values: [run, targetSystemKey, run, run],
    },
  });
}
