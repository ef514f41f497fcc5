import { problemsOf } from "#domain/discovery/people.ts";

import type { Database } from "../database.ts";
import { associate } from "./associate.ts";
import { followPeople } from "./follow-people.ts";
import { gatherValues, judgeProfiles, misfitCounts } from "./judge-profiles.ts";
import type { LoadParts } from "./load-order.ts";
import { makePeople } from "./make-people.ts";
import { markPeople } from "./mark-people.ts";
import type { PeopleLoad, PeopleOrder } from "./people-order.ts";
import { takePeople } from "./take-people.ts";
import { chooseAccounts, takeTexts, takeValues } from "./take-profiles.ts";
import { takeTimes } from "./take-times.ts";

/**
 * Updates people from the accounts of all sources of profiles in the record: adds users for accounts of this source whose name is no user's
 * ID and assigns the accounts to them. Then it takes values, names, managers, sponsors and times, and disables people who are in no source any longer.
 * Unchanged rows are not touched.
 */
export async function loadPeople(parts: LoadParts, order: PeopleOrder): Promise<PeopleLoad> {
  const { database } = parts;
  const { run, targetSystemKey, nameAttribute, mappings, isConfirmed } = order;
  await gatherValues(database, order);
  await judgeProfiles(database, order);
  // A person whose ID equals that of a user except for case is not new.
  const { given: known } = await associate(parts, targetSystemKey, nameAttribute);
  const { added, ...unmade } = await makePeople(parts, order);
  const associated = known + (added === 0 ? 0 : (await associate(parts, targetSystemKey, nameAttribute)).given);
  const unshown = await chooseAccounts(database, order);
  await takeValues(parts, order);
  await takeTexts(parts, order);
  const { unknown: unknownManagers, circles } = await takePeople(parts, order, "manager");
  const { unknown: unknownSponsors, circles: sponsorCircles } = await takePeople(parts, order, "sponsor");
  const unfitTimes = await takeTimes(parts, order);
  await followPeople(parts, run);
  const { enabled, disabled, ...left } = await markPeople(parts, isConfirmed);
  const counts = await misfitCounts(database, run);
  const misfits = mappings.flatMap(({ definitionKey, targetSystemId, attribute, rule }) => {
    const accounts = counts.get(definitionKey) ?? 0;
    return accounts === 0 ? [] : [{ attribute: `${attribute} on ${targetSystemId}`, accounts, rule }];
  });
  const problems = problemsOf({
    misfits,
    unshown,
    ...unmade,
    unknownManagers,
    circles,
    unknownSponsors,
    sponsorCircles,
    unfitTimes,
    ...left,
  });
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
