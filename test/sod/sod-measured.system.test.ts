// @alone It measures the times of checks and of looks for violations.
import { afterAll, beforeAll, expect, test } from "vitest";

import { sodRulesOfRound } from "#domain/sod-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { judgeSod } from "#operations/requests/engine/judge-sod.ts";
import { keepViolations } from "#operations/sod/keep-violations.ts";
import { type Database, openDatabase } from "#store/database.ts";

import { expectBestWithin } from "../support/best-within.ts";
import { addNumberedRows, analyzeTables, numberedKey as guid, numberedSql } from "../support/numbered-rows.ts";
import { beginOwnShare } from "../support/own-share.ts";
import { openTestService, type TestService } from "../support/service.ts";
import { testSize } from "../support/test-size.ts";

const grants = testSize(20_000, 1_000_000);
const rules = testSize(1_000, 10_000);
const grantsOfPerson = 10;
const grantsOfGroup = testSize(20, 200);
const partsOfRule = 2;
const itemsOfPart = 3;
const people = grants / grantsOfPerson;
const groups = grants / grantsOfGroup;
const checks = testSize(100, 400);
const promised = { checkMs: 20, allMs: testSize(20_000, 60_000) };
const timeout = 1_800_000;

let service: TestService;
let database: Database;

beforeAll(async () => {
  service = await openTestService();
  database = openDatabase({ databaseUrl: service.databaseUrl });
  await fill();
}, timeout);
afterAll(async () => {
  await database.close();
  await service.close();
});

/** Fills rules and grants by one statement each. */
async function fill(): Promise<void> {
  const { key: hex, text, whole: floor } = numberedSql;
  const items = partsOfRule * itemsOfPart;
  const rule = floor(`i / ${items}`);
  await insert("sodRules", rules, {
    key: hex("6", "i"),
    id: text("'RULE-'", "i"),
    description: "''",
    severity: "'high'",
    answer: "'forbidden'",
    atLeast: "2",
    enabled: "1",
    createdAt: "1",
  });
  await insert("sodRuleItems", rules * items, {
    key: hex("7", "i"),
    ruleKey: hex("6", rule),
    part: `1 + ${floor(`(i % ${items}) / ${itemsOfPart}`)}`,
    itemType: "'managedGroup'",
    itemKey: hex("2", scattered("i", 999_983)),
  });
  await insert("grants", grants, {
    key: hex("3", "i"),
    kind: "'membership'",
    userKey: hex("1", floor(`i / ${grantsOfPerson}`)),
    targetSystemKey: "'T1'",
    accountKey: hex("4", floor(`i / ${grantsOfPerson}`)),
    groupKey: hex("2", scattered("i", 1_000_003)),
    accountName: "'account'",
    groupName: "'group'",
    because: "'discovered'",
    from: "1",
    endedAt: "CASE WHEN i % 20 = 0 THEN 2 END",
  });
  await analyzeTables(database, ["grants", "sodRules", "sodRuleItems"]);
}

/** Returns a group for a number as SQL; neighbours are far from each other, in another way for each prime. */
function scattered(number: string, prime: number): string {
  return `((((${number}) * (${number})) % ${prime}) * 7919 + (${number})) % ${groups}`;
}

function insert(table: string, count: number, columns: Readonly<Record<string, string>>): Promise<void> {
  return addNumberedRows(database, table, { count, columns });
}

test(`a request is checked in time beside ${rules} rules and ${grants} grants`, { timeout }, async () => {
  let seed = 0;
  let violated = 0;
  const p95 = async () => {
    const times: number[] = [];
    const share = beginOwnShare();
    for (let number = 0; number < checks; number++) {
      const recipientKey = guid("1", (seed * 31 + number * 17) % people);
      const operations = [0, 1].map((one) => ({
        code: "GRUA" as const,
        targetSystemKey: "T1",
        groupKey: guid("2", (seed * 13 + number * 7 + one * 101) % groups),
      }));
      const began = performance.now();
      const judged = await service.store.transaction(() =>
        judgeSod(service.context, { recipientKey, operations }, (key) => service.store.lock("users", key)),
      );
      times.push(performance.now() - began);
      violated += judged.length;
    }
    seed += checks;
    return (times.toSorted((a, b) => a - b)[Math.ceil(checks * 0.95) - 1] ?? Number.NaN) * share();
  };
  await p95();
  await expectBestWithin(promised.checkMs, p95);
  expect(violated).toBeGreaterThan(0);
});

test(`all violations of ${rules} rules by ${grants} grants are found in time`, { timeout }, async () => {
  const { context, store } = service;
  const caller = engineCaller("maintenance", "test");
  const look = async () => {
    const share = beginOwnShare();
    const began = performance.now();
    for (let after: string | null = ""; after !== null;) {
      const round: { after: string | null; more: boolean } = await invoke(keepViolations, context, caller, { after });
      if (!round.more) after = round.after;
    }
    const wholeMs = performance.now() - began;
    console.log(`  ${wholeMs.toFixed(0)} ms by the clock`);
    return wholeMs * share();
  };
  const firstMs = await look();
  console.log(
    `  the first look recorded ${await store.count("violations")} violations within ${firstMs.toFixed(0)} ms`,
  );
  await expectBestWithin(promised.allMs, look);
  const expected = await database.read(
    "SELECT COUNT(*) AS `n` FROM (SELECT a.`ruleKey`, g.`userKey` FROM `sodRuleItems` a JOIN `grants` g ON g.`groupKey` = a.`itemKey` " +
      "WHERE g.`endedAt` IS NULL GROUP BY a.`ruleKey`, g.`userKey` HAVING COUNT(DISTINCT a.`part`) >= 2) x",
  );
  expect(await store.count("violations", { endedAt: null })).toBe(Number(expected[0]?.["n"]));
  expect(Number(expected[0]?.["n"])).toBeGreaterThan(0);
  expect(rules).toBeGreaterThan(sodRulesOfRound);
});
