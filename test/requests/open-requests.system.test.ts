// @alone it measures how long answers take
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Database, openDatabase } from "#store/database.ts";

import { expectBestWithin } from "../support/best-within.ts";
import { suiteDialect } from "../support/database.ts";
import { fillOpenRequests } from "../support/open-requests.ts";
import { recordStatements } from "../support/record-statements.ts";
import { openRequestApi, type RequestApi } from "../support/request-api.ts";
import { testSize } from "../support/test-size.ts";

const count = testSize(4_000, 100_000);
const people = 200;
const answers = testSize(40, 200);
const promised = { explainMs: 50, waitingForMeMs: 100 };
const timeout = 300_000;
const phases = [{ authorizers: ["bob", "cy"], minApprovals: 2 }, { authorizers: ["dan"] }];

let api: RequestApi;
let database: Database;
let own: string[];

beforeAll(async () => {
  api = await openRequestApi({ people: ["ada", "bob", "cy", "dan"], targets: { T1: phases } });
  database = openDatabase({ databaseUrl: api.databaseUrl });
  own = [];
  for (let made = 0; made < 20; made++) own.push((await api.submit([{ code: "ACUA", targetSystemKey: "T1" }])).key);
  for (const key of own.slice(0, 10)) await api.decide("bob", { key }, { phase: 1, decision: "approve" });
  await fillOpenRequests(database, { requestKey: own.at(-1) ?? "", userKey: api.keyOf("bob"), count, people });
  // The filled rows were not changed by calls, so the log need not have them.
  await database.transactions.run(() => database.write("DELETE FROM `rowWatch`", []));
  const [crowd] = await api.store.select("users", { where: { id: "crowd7" } });
  await api.letIn({ key: crowd?.key ?? "", id: "crowd7" });
}, timeout);
afterAll(async () => {
  await database.close();
  await api.close();
});

/** Returns the 95th percentile of the times of a number of calls, in milliseconds. */
async function p95(calls: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < calls; index++) {
    const startedAt = performance.now();
    await call(index);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(calls * 0.95) - 1] ?? Number.NaN;
}

const get = async (path: string, as: string) => {
  const { status, json, text } = await api.call("GET", `/v2/requests${path}`, as);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return json;
};

describe(`beside ${count} open requests`, () => {
  test("each finds what waits for them: all, a few, or nothing", { timeout }, async () => {
    const waiting = async (as: string) => Number((await get("/waitingForMe?$top=0&$count=true", as))["@odata.count"]);
    expect(await waiting("bob")).toBe(count + 10);
    expect(await waiting("cy")).toBe(20);
    expect(await waiting("crowd7")).toBe(count / people);
    expect(await waiting("dan")).toBe(0);
  });

  test.each(["bob", "crowd7", "dan"])("a page of what waits for %s is answered in time", { timeout }, async (as) => {
    const page = () => p95(answers, () => get("/waitingForMe", as));
    await expectBestWithin(promised.waitingForMeMs, page);
    // With other conditions, and the policy of all requests, a caller for whom everything waits gets no such promise.
    if (as === "bob") return;
    const filtered = () => p95(answers, () => get("?$filter=waitsForMe eq true&$select=key,number,waitsForMe", as));
    await expectBestWithin(promised.waitingForMeMs, filtered);
  });

  test("the pages give each request once", { timeout }, async () => {
    const keys: string[] = [];
    let path: string | undefined = "/v2/requests/waitingForMe?$select=key&$top=1000";
    for (let pages = 0; path !== undefined && pages < 3; pages++) {
      const { json } = await api.call("GET", path, "bob");
      keys.push(...json.value.map(({ key }: { key: string }) => key));
      path = (json["@odata.nextLink"] as string | undefined)?.replace(/^.*(?=\/v2\/)/, "");
    }
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(1000);
  });

  test("a request is explained in time", { timeout }, async () => {
    await expectBestWithin(promised.explainMs, () =>
      p95(answers, (index) => get(`(${own[index % own.length]})/explain`, "ada")),
    );
  });

  // The driver of MariaDB does not record its statements; test/odata/odata-plans checks the plans of the queries for waiting requests
  // there.
  if (suiteDialect() === "mariadb") return;
  test("an explanation reads no table from end to end", { timeout }, async () => {
    const texts = await recordStatements(async () => {
      await get(`(${own[0]})/explain`, "ada");
    });
    expect(await wideReads(texts)).toEqual({ statements: expect.any(Number), wide: [] });
  });

  test(
    "a request is decided and carried out without a look at what others ask of its target",
    { timeout },
    async () => {
      const [target] = await api.store.select("targetSystems", { where: { id: "T1" } });
      const texts = await recordStatements(async () => {
        const request = await api.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
        for (const id of ["bob", "cy"]) await api.decide(id, request, { phase: 1, decision: "approve" });
        await api.decide("dan", request, { phase: 2, decision: "approve" });
        const step = await api.step(request);
        const operationKeys = step.do === "perform" ? step.chunks.flatMap((chunk) => [...chunk.operationKeys]) : [];
        const orders = await api.proxy.orders(operationKeys, { connectorVersions: { [target?.type ?? ""]: "1.0.0" } });
        expect(orders).toHaveLength(1);
        await api.proxy.outcomes(
          orders.map(({ operationKey, sends }) => ({ operationKey, sends, result: "S" as const })),
        );
        await api.step(request, { ended: [{ operationKeys, failure: null }] });
        expect(await api.row(request)).toMatchObject({ status: "C" });
      });
      expect(await wideReads(texts)).toEqual({ statements: expect.any(Number), wide: [] });
    },
  );
});

/** Returns the recorded statements that read a whole table of requests, or all of it that is about one target or by one code. */
async function wideReads(texts: readonly string[]) {
  const reading = [...new Set(texts)].filter((text) => /^SELECT .*(reqbatch|request|decisions)/.test(text));
  expect(reading.length).toBeGreaterThan(4);
  const wide: unknown[] = [];
  for (const text of reading) {
    const values = Array.from({ length: text.split("?").length - 1 }, () => "x");
    const plan = (await database.read(`EXPLAIN QUERY PLAN ${text}`, values)).map(({ detail }) => String(detail));
    const steps = plan.filter((step) => step.startsWith("SCAN") || /\((?:targetSystemKey|code)=/.test(step));
    if (steps.length > 0) wide.push({ text, steps });
  }
  return { statements: reading.length, wide };
}
