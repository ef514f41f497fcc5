import { needsConfirmation } from "#domain/discovery/losses.ts";
import type { Leaving } from "#domain/discovery/people.ts";

import type { Database } from "../database.ts";
import type { BoundSql } from "../sql/sql.ts";
import type { LoadParts } from "./load-order.ts";
import { sourcesOfProfiles } from "./people-order.ts";

const accountOfSource = `SELECT 1 FROM \`accounts\` a WHERE a.\`userKey\` = t.\`key\` AND a.\`targetSystemKey\` IN ${sourcesOfProfiles}`;
const inSource = `EXISTS (${accountOfSource})`;
const leaves = "t.`fromSource` = 1 AND t.`disabled` = 0 AND t.`superuser` = 0";

/** Columns that end tokens and an open password link, so that they stay invalid if the person returns. */
const endOfTokens = {
  tokenVersion: "t.`tokenVersion` + 1",
  passwordLinkHash: "NULL",
  passwordLinkExpiresAt: "NULL",
};

/** Numbers of people by the effect of their presence in sources. */
export interface MarkedPeople {
  readonly enabled: number;
  readonly disabled: number;
  /** People who stay as they are because the removal of so many is not confirmed. */
  readonly unconfirmedLeavers: number;
  readonly superusersLeft: number;
}

/**
 * Disables people who came from sources and are in none any longer, and enables those who are back. People whom an administrator has
 * disabled stay disabled; a superuser, whom only an administrator can have made, is never disabled.
 */
export async function markPeople({ database, writer }: LoadParts, isConfirmed: boolean): Promise<MarkedPeople> {
  const table = "users";
  const enabled = await writer.updateOwn({
    table,
    columns: { disabled: "0", disabledBy: "NULL", fromSource: "1" },
    where: { text: `t.\`disabled\` = 1 AND t.\`disabledBy\` = 'source' AND ${inSource}`, values: [] },
  });
  await writer.updateOwn({
    table,
    columns: { fromSource: "1" },
    where: { text: `t.\`fromSource\` = 0 AND ${inSource}`, values: [] },
  });
  await writer.updateOwn({
    table,
    columns: { fromSource: "0" },
    where: { text: `t.\`fromSource\` = 1 AND t.\`disabled\` = 1 AND NOT ${inSource}`, values: [] },
  });
  const leaving = await leavingPeople(database, { text: `NOT ${inSource}`, values: [] });
  const { leavers, knownPeople: known } = leaving;
  const mayLeave = isConfirmed || !needsConfirmation({ gone: leavers, known });
  const disabled = mayLeave
    ? await writer.updateOwn({
        table,
        columns: { disabled: "1", disabledBy: "'source'", fromSource: "0", ...endOfTokens },
        where: { text: `${leaves} AND NOT ${inSource}`, values: [] },
      })
    : 0;
  const superusersLeft = await count(database, {
    text: `t.\`fromSource\` = 1 AND t.\`disabled\` = 0 AND t.\`superuser\` = 1 AND NOT ${inSource}`,
    values: [],
  });
  return { enabled, disabled, unconfirmedLeavers: mayLeave ? 0 : leavers, superusersLeft };
}

const leavingType = "leaving";

/** Counts the people who would be in no source without the accounts that `gone`, the rest of a statement about `t`, selects. */
export async function leavingWithout(database: Database, run: string, gone: BoundSql): Promise<Leaving> {
  const clear = () => database.write("DELETE FROM `stagedRemovals` WHERE `run` = ? AND `type` = ?", [run, leavingType]);
  await clear();
  await database.write(
    `INSERT INTO \`stagedRemovals\` (\`run\`, \`type\`, \`objectKey\`) SELECT ?, ?, t.\`key\` ${gone.text}`,
    [run, leavingType, ...gone.values],
  );
  const isGone =
    "EXISTS (SELECT 1 FROM `stagedRemovals` r WHERE r.`run` = ? AND r.`type` = ? AND r.`objectKey` = a.`key`)";
  const stays = `EXISTS (${accountOfSource} AND NOT ${isGone})`;
  const leaving = await leavingPeople(database, { text: `NOT ${stays}`, values: [run, leavingType] });
  await clear();
  return leaving;
}

async function leavingPeople(database: Database, { text, values }: BoundSql): Promise<Leaving> {
  return {
    leavers: await count(database, { text: `${leaves} AND ${text}`, values }),
    knownPeople: await count(database, { text: leaves, values: [] }),
  };
}

async function count(database: Database, { text, values }: BoundSql): Promise<number> {
  const [row] = await database.read(`SELECT COUNT(*) AS \`n\` FROM \`users\` t WHERE ${text}`, values);
  return Number(row?.["n"] ?? 0);
}
