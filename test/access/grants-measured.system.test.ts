// @alone It measures the times of reads.
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Database, openDatabase } from "#store/database.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { expectBestWithin } from "../support/best-within.ts";
import { addNumberedRows, analyzeTables, numberedKey as guid, numberedSql } from "../support/numbered-rows.ts";
import { beginOwnShare } from "../support/own-share.ts";
import { testSize } from "../support/test-size.ts";

const count = testSize(20_000, 1_000_000);
const grantsOfPerson = 10;
const grantsOfGroup = 500;
const people = count / grantsOfPerson;
const groups = count / grantsOfGroup;
const promisedMs = 100;
/** Milliseconds for a manager, whose rows MariaDB finds by reading all of them. */
const ofReportsMs = 500;
const reads = testSize(40, 60);
const day0 = Date.UTC(2025, 0, 1);
const dayMs = 86_400_000;
/** Days over which the grants begin; each third has ended 100 days later, and each fifth of the others has an end. */
const days = 1000;

let api: TestApi;
let database: Database;

beforeAll(async () => {
  api = await openTestApi();
  database = openDatabase({ databaseUrl: api.databaseUrl });
  await fill();
  const boss = await api.addUser("boss");
  await api.store.transaction(async () => {
    for (let number = 0; number < 20; number++)
      await api.store.save("users", { key: guid("1", number), id: `p${number}`, managerKey: boss.key });
    for (let number = 0; number < groups; number++) {
      const names = { stableId: `g${number}`, longId: `g${number}`, shortId: `g${number}`, displayId: `g${number}` };
      await api.store.save("groups", { key: guid("2", number), targetSystemKey: "T1", ...names });
    }
  });
}, 900_000);
afterAll(async () => {
  await database.close();
  await api.close();
});

/** Fills the register by one statement. */
async function fill(): Promise<void> {
  const { key: hex, whole: floor } = numberedSql;
  const person = floor(`i / ${grantsOfPerson}`);
  const group = `(i * 7919) % ${groups}`;
  const from = `${day0} + ((i * 104729) % ${days}) * ${dayMs}`;
  const columns: Readonly<Record<string, string>> = {
    key: hex("3", "i"),
    kind: "'membership'",
    userKey: hex("1", person),
    targetSystemKey: "CASE WHEN i % 2 = 0 THEN 'T1' ELSE 'T2' END",
    accountKey: hex("4", person),
    groupKey: hex("2", group),
    accountName: "'account'",
    groupName: "'group'",
    because: "CASE WHEN i % 4 = 0 THEN 'discovered' ELSE 'request' END",
    requestKey: hex("5", "i"),
    from,
    until: `CASE WHEN i % 5 = 0 THEN ${from} + ${days * dayMs} END`,
    endedAt: `CASE WHEN i % 3 = 0 THEN ${from} + ${100 * dayMs} END`,
    endedBecause: "CASE WHEN i % 3 = 0 THEN 'request' END",
  };
  await addNumberedRows(database, "grants", { count, columns });
  await analyzeTables(database, ["grants"]);
}

/** Reads by name, each with an address for every number. */
const paths: Readonly<Record<string, (number: number) => string>> = {
  "by person": (number) => `/v2/grants?$filter=userKey eq ${guid("1", number % people)}&$top=50`,
  "by person, below the person": (number) => `/v2/users(${guid("1", number % 20)})/grants?$top=50`,
  "of a person as of a day": (number) =>
    `/v2/grants?$filter=userKey eq ${guid("1", number % people)} and ${asOf(number)}`,
  "by thing": (number) => `/v2/grants?$filter=groupKey eq ${guid("2", number % groups)}&$top=50`,
  "by thing, below the group": (number) => `/v2/groups(${guid("2", number % groups)})/grants?$top=50`,
  "by request": (number) => `/v2/grants?$filter=requestKey eq ${guid("5", number)}`,
  "of a thing as of a day": (number) =>
    `/v2/grants?$filter=groupKey eq ${guid("2", number % groups)} and ${asOf(number)}&$top=50`,
  "as of a day": (number) => `/v2/grants?$filter=${asOf(number)}&$orderby=key&$top=50`,
  "a target as of a day": (number) => `/v2/grants?$filter=targetSystemKey eq 'T1' and ${asOf(number)}&$top=50`,
  "what ends soon": (number) =>
    `/v2/grants?$filter=endedAt eq null and until lt ${dayOf(number, days)}&$orderby=until&$top=50`,
};

const dayOf = (number: number, later = 0) => new Date(day0 + (later + ((number * 31) % days)) * dayMs).toISOString();
const asOf = (number: number) => `from le ${dayOf(number)} and (endedAt eq null or endedAt gt ${dayOf(number)})`;

/** Returns the 95th percentile of the times of reads, as on a quiet machine. */
async function p95(path: (number: number) => string, as: string, seed: number): Promise<number> {
  const times: number[] = [];
  const share = beginOwnShare();
  for (let number = 0; number < reads; number++) {
    const address = path(seed * reads + number * 13).replaceAll(" ", "%20");
    const began = performance.now();
    const { status } = await api.send("GET", address, { as });
    times.push(performance.now() - began);
    expect([address, status]).toEqual([address, 200]);
  }
  return (times.toSorted((one, other) => one - other)[Math.floor(reads * 0.95)] ?? Number.NaN) * share();
}

test.each(Object.entries(paths))(
  `${count} grants are read within the promised time: %s`,
  { timeout: 600_000 },
  async (name, path) => {
    await api.send("GET", path(0).replaceAll(" ", "%20"), { as: "root" });
    console.log(`  ${name}:`);
    let seed = 1;
    await expectBestWithin(promisedMs, () => p95(path, "root", seed++));
  },
);

test("a manager reads the access of the own reports without waiting long", { timeout: 600_000 }, async () => {
  const path = (number: number) => `/v2/grants?$filter=${asOf(number)}&$top=50`;
  const { json } = await api.send("GET", "/v2/grants?$top=500", { as: "boss" });
  expect(new Set(json.value.map(({ userKey }: { userKey: string }) => userKey)).size).toBe(20);
  let seed = 1;
  await expectBestWithin(ofReportsMs, () => p95(path, "boss", seed++));
});
