// @databases sqlite mariadb
// @alone it measures how long answers take
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCallersReads } from "#store/callers-reads.ts";
import { openDatabase, type Database } from "#store/database.ts";

import { answersDuring, answersWithin } from "../support/answers-during.ts";
import { openTestApi, type TestApi } from "../support/api.ts";
import { call, column, combined, value } from "../support/expressions.ts";

const auditRows = 13_400;
const readMsMax = 300;
let api: TestApi;
let databaseUrl: string;

beforeAll(async () => {
  api = await openTestApi();
  databaseUrl = api.databaseUrl;
  await api.addUser("grace");
  const { store } = api.context;
  const row = { sessid: "s1", operation: "READ", result: "S", actor: "Somebody", ident: "a".repeat(200) } as const;
  for (let written = 0; written < auditRows; written += 100) {
    await store.transaction(async () => {
      for (let index = 0; index < 100; index++) await store.audit(row);
    });
  }
});
afterAll(() => api.close());

/** Runs a function with a database under the read limit of this test. */
async function reading(run: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase({ databaseUrl, readMsMax });
  try {
    await run(database);
  } finally {
    await database.close();
  }
}

const audit = "`sesslog_full`";
const endless = `SELECT COUNT(*) AS \`n\` FROM ${audit} a JOIN ${audit} b JOIN ${audit} c WHERE a.\`seq\` + b.\`seq\` + c.\`seq\` < 0`;

describe("a read without an end", () => {
  test("is ended after its time, and the next one is answered", () =>
    reading(async (database) => {
      await expect(database.readFor("ada", endless)).rejects.toSatisfy(
        (error: { code?: string; errno?: number }) => error.code === "READ_TOO_LONG" || error.errno === 1969,
      );
      expect(await database.readFor("ada", "SELECT COUNT(*) AS `n` FROM `users`")).toHaveLength(1);
    }));

  test("of one caller keeps no other caller waiting", () =>
    reading(async (database) => {
      const many = Array.from({ length: 4 }, () => database.readFor("ada", endless));
      const ended = Promise.allSettled(many);
      let isOver = false;
      void ended.then(() => (isOver = true));
      expect(await database.readFor("ben", longButShort)).toHaveLength(1);
      expect(isOver).toBe(false);
      expect((await ended).every(({ status }) => status === "rejected")).toBe(true);
    }));
});

describe("reads by conditions that somebody has asked for", () => {
  // Each one reads all rows, and most of their texts, in vain.
  const heavy = Array.from({ length: 100 }, (_, place) =>
    combined(
      "or",
      ...Array.from({ length: 60 }, (__, index) => call("contains", column("ident"), value(`x${place} ${index}`))),
    ),
  );

  test("end within their time, and those that are short are answered", () =>
    reading(async (database) => {
      const reads = createCallersReads(database, "ada");
      await expect(reads.countEach("sesslog_full", heavy)).rejects.toMatchObject({ code: "READ_TOO_LONG" });
      expect(await reads.count("users", { id: "grace" })).toBe(1);
      expect(await reads.select("users", { where: { id: "grace" } })).toHaveLength(1);
    }));
});

/** A query that looks long, so that it is queued, but is short. */
const longButShort =
  "SELECT COUNT(*) AS `n` FROM `sesslog_full` r0 WHERE r0.`ident` LIKE '%b%' AND r0.`message` LIKE '%c%'";

test("twelve functions over each row of the audit, asked by one user time and again, keep nobody waiting", async () => {
  const [attacker, other] = [await api.tokenOf("root"), await api.tokenOf("grace")];
  const part = (index: number) => `contains(tolower(concat(ident,operation)),'x${index}')`;
  const filter = encodeURIComponent(Array.from({ length: 12 }, (_, index) => part(index)).join(" or "));
  const authorization = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const attack = async () => {
    const calls = Array.from({ length: 4 }, () =>
      api.send("GET", `/v2/sessionLogData?$filter=${filter}&$count=true`, authorization(attacker)),
    );
    for (const { status, text } of await Promise.all(calls)) expect([status, text]).toEqual([200, expect.any(String)]);
  };
  const get = async () => {
    const { status } = await api.send("GET", "/identity/connect/userinfo", authorization(other));
    expect(status).toBe(200);
  };
  await get();
  const { medianMs, p99Ms } = await answersDuring(attack, get);
  expect(medianMs).toBeLessThanOrEqual(answersWithin.medianMs);
  expect(p99Ms).toBeLessThanOrEqual(answersWithin.p99Ms);
});
