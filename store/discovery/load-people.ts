import { problemsOf } from "#domain/discovery/people.ts";

import type { Database } from "../database.ts";
import { associate } from "./associate.ts";
import { gatherValues, judgeProfiles, misfitCounts } from "./judge-profiles.ts";
import type { LoadParts } from "./load-order.ts";
import { makePeople } from "./make-people.ts";
import { markPeople } from "./mark-people.ts";
import type { PeopleLoad, PeopleOrder } from "./people-order.ts";
import { takeManagers } from "./take-managers.ts";
import { chooseAccounts, takeTexts, takeValues } from "./take-profiles.ts";

/**
 * Brings people up to what the accounts of all sources of profiles say, as they stand in the record: makes users for accounts of
 * this source that bear nobody's id, gives them their accounts, then takes values, names and managers, and disables who is in no
 * source any more. What is as it should be is not touched.
 */
export async function loadPeople(parts: LoadParts, order: PeopleOrder): Promise<PeopleLoad> {
  const { database } = parts;
  const { run, targetSystemKey, nameAttribute, mappings, isConfirmed } = order;
  await gatherValues(database, order);
  await judgeProfiles(database, order);
  // Who bears the id of somebody in other letters is nobody new.
  const { given: known } = await associate(parts, targetSystemKey, nameAttribute);
  const { added, ...unmade } = await makePeople(parts, order);
  const associated = known + (added === 0 ? 0 : (await associate(parts, targetSystemKey, nameAttribute)).given);
  const unshown = await chooseAccounts(database, order);
  await takeValues(parts, order);
  await takeTexts(parts, order);
  const { unknown: unknownManagers, circles } = await takeManagers(parts, order);
  const { enabled, disabled, ...left } = await markPeople(parts, isConfirmed);
  const counts = await misfitCounts(database, run);
  const misfits = mappings.flatMap(({ definitionKey, targetSystemId, attribute, rule }) => {
    const accounts = counts.get(definitionKey) ?? 0;
    return accounts === 0 ? [] : [{ attribute: `${attribute} on ${targetSystemId}`, accounts, rule }];
  });
  const problems = problemsOf({ misfits, unshown, ...unmade, unknownManagers, circles, ...left });
  return { people: { added, changed: await changedPeople(database, run), enabled, disabled, problems }, associated };
}

async function changedPeople(database: Database, run: string): Promise<number> {
  const [row] = await database.read(
    "SELECT COUNT(DISTINCT p.`userKey`) AS `n` FROM `stagedProfiles` p WHERE p.`run` = ? AND p.`differs` = 1 " +
      "AND NOT EXISTS (SELECT 1 FROM `stagedPeople` n WHERE n.`run` = p.`run` AND n.`userKey` = p.`userKey`)",
    [run],
  );
  return Number(row?.["n"] ?? 0);
}
