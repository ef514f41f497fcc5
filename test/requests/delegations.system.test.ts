import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { momentPageMax } from "#domain/engine-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { withDatabase } from "#store/database.ts";
import type { SqlValue } from "#store/sql/sql.ts";

import { callCommand } from "../support/commands.ts";
import { countStatements } from "../support/count-statements.ts";
import { openRequestApi, type RequestApi } from "../support/request-api.ts";
import { testSize } from "../support/test-size.ts";

const create = { code: "ACUA", targetSystemKey: "T1" };
/** Longest key of a copied row in characters; all other keys are longer. */
const copiedKeyMax = 5;
const dayMs = 24 * 3_600_000;
const people = ["ada", "ben", "cy", "dan"];
let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({ people, targets: { T1: [{ authorizers: ["ben"] }] } });
});
afterAll(async () => {
  // The copies of this test bypass the writer, so they are meant to be missing in the change log.
  await withDatabase({ databaseUrl: api.databaseUrl }, (database) =>
    database.transactions.run(() =>
      database.write("DELETE FROM `rowWatch` WHERE LENGTH(`rowKey`) <= ?", [copiedKeyMax]),
    ),
  );
  await api.close();
});

const handle = (context: ServiceContext = api.context) =>
  handleMoments({ context, signal: new AbortController().signal });

/** Runs a command as one of the users, whose password it reads from a file. */
async function as(id: string, ...command: string[]) {
  const file = join(api.folder, `${id}.txt`);
  writeFileSync(file, `password-of-${id}\n`);
  return callCommand(["delegation", ...command, "--url", api.address, "--user", id, "--password-file", file]);
}

test("a delegation is made, accepted, listed and ended from the command line, and holds in between", async () => {
  const request = await api.submit([create]);
  const [ben, cy] = [api.keyOf("ben"), api.keyOf("cy")];
  const added = await as("ben", "add", cy, "--to", "2031-01-01T00:00:00Z", "--reason", "on holiday");
  expect([added.code, added.output]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)]);
  const key = added.output.trim();
  expect((await as("cy", "accept", key)).output).toContain("You decide for them from its beginning on.");
  const line = `${key}  accepted  cy for ben  - to 2031-01-01T00:00:00.000Z  on holiday`;
  expect((await as("cy", "list")).output.replace("00:00:00Z", "00:00:00.000Z")).toContain(line);
  const circle = await as("cy", "add", ben, "--reason", "back to you");
  expect([circle.code, circle.output]).toEqual([1, expect.stringContaining("cy → ben → cy")]);
  await handle();
  const shown = await api.call("GET", `/v2/requests(${request.key})/phases`, "cy");
  expect(shown.json.value[0].authorizers).toEqual(
    expect.arrayContaining([expect.objectContaining({ userKey: cy, via: [`delegation:${ben}`] })]),
  );
  const decision = { phase: 1, decision: "approve" };
  expect((await api.call("POST", `/v2/requests(${request.key})/decide`, "cy", decision)).status).toBe(200);
  const decided = await api.call("GET", `/v2/requests(${request.key})/decisions`, "ada");
  expect(decided.json.value).toMatchObject([{ userKey: cy, decidedFor: [ben] }]);
  const waiting = await api.submit([create]);
  expect((await as("ben", "end", key)).output).toBe("Ended.\n");
  expect((await as("cy", "list")).output).toBe("");
  expect((await as("cy", "list", "--all")).output).toContain(`${key}  ended`);
  await as("ben", "add", "--id", "cy", "--request", waiting.key, "--reason", "this one");
  expect((await as("cy", "list")).output).toMatch(
    new RegExp(`  asked  cy for ben  .* this one  only ${waiting.key}\n$`),
  );
  expect((await api.call("POST", `/v2/requests(${waiting.key})/decide`, "cy", decision)).status).toBe(403);
  const caller = engineCaller("cli", "check");
  for (const { key: one } of [request, waiting])
    expect((await invoke(replayRequest, api.context, caller, { key: one })).findings).toEqual([]);
  await api.decide("ben", waiting, decision);
});

const digits = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS \`d\``).join(" UNION ALL ")})`;
const number = "a.`d` * 10000 + b.`d` * 1000 + c.`d` * 100 + d.`d` * 10 + e.`d`";
const numbers = `SELECT ${number} AS \`n\` FROM ${digits} a, ${digits} b, ${digits} c, ${digits} d, ${digits} e`;

/** Adds copies of a waiting request, with all rows that make it wait. */
async function copyRequest({ key }: { readonly key: string }, copies: number): Promise<void> {
  await withDatabase({ databaseUrl: api.databaseUrl }, async (database) => {
    const places = [
      ["reqbatch", "key"],
      ["requestPhases", "requestKey"],
      ["requestAuthorizers", "requestKey"],
      ["moments", "key"],
    ] as const;
    for (const [table, owner] of places) {
      const [row = {}] = await database.read(`SELECT * FROM \`${table}\` WHERE \`${owner}\` = ?`, [key]);
      const isCopied = (name: string) => ["key", "requestKey", "requestPhaseKey"].includes(name);
      const values: SqlValue[] = [];
      const chosen = Object.entries(row).map(([name, value]) => {
        if (isCopied(name)) return "CAST(n.`n` AS CHAR)";
        values.push(value as SqlValue);
        return "?";
      });
      const names = Object.keys(row).map((name) => `\`${name}\``);
      const text = `INSERT INTO \`${table}\` (${names.join(", ")}) SELECT ${chosen.join(", ")} FROM (${numbers}) n WHERE n.\`n\` < ?`;
      await database.transactions.run(() => database.write(text, [...values, copies]));
    }
  });
}

/** Handles only the first page of the moments that are due. */
async function handlePage(): Promise<number> {
  const { store } = api.context;
  let isLeased = false;
  const lease: typeof store.moments.lease = async (max, kind) => {
    const page = isLeased ? [] : await store.moments.lease(max, kind);
    isLeased = true;
    return page;
  };
  return handle({ ...api.context, store: { ...store, moments: { ...store.moments, lease } } });
}

/** Returns the workflows that must exist for requests that wait for their moment. */
async function workflowsOfWaiting(): Promise<string[]> {
  const open = (await api.store.outbox.open()).map(({ workflowId }) => workflowId);
  return [...(await api.store.moments.waiting(open))];
}

const statementsOfMoment = 25;
const pageMsMax = 1_000;
// The test handles the moment of each.
const timeout = testSize(180_000, 900_000);

describe("of very many requests that wait", () => {
  const waiting = testSize(150, 100_000);
  beforeAll(async () => {
    await copyRequest(await api.submit([create]), waiting);
  }, 300_000);
  beforeEach(() => api.clock.advance(dayMs));

  test("none has a workflow, and a page that has come takes statements for its own requests alone", async () => {
    expect(await workflowsOfWaiting()).toEqual([]);
    let handled = 0;
    const beganMs = performance.now();
    const statements = await countStatements(api, async () => {
      handled = await handlePage();
    });
    const tookMs = performance.now() - beganMs;
    expect(handled).toBe(momentPageMax);
    // A database server would also count the statements of other tests.
    if (api.store.dialect === "sqlite") expect(statements).toBeLessThan(statementsOfMoment * momentPageMax);
    console.log(`a page among ${waiting} waiting requests: ${Math.round(tookMs)} ms, ${statements} statements`);
    if (testSize(false, true)) expect(tookMs).toBeLessThan(pageMsMax);
    const reminded = await api.store.count("requestAuthorizers", { remindedAt: api.clock.now() });
    expect(reminded).toBe(momentPageMax);
    expect(await workflowsOfWaiting()).toEqual([]);
  });

  test("all in which somebody is asked are looked at when a delegation of theirs begins", { timeout }, async () => {
    await handle();
    const given = { delegatorKey: null, delegateKey: api.keyOf("dan"), reason: "on holiday" };
    const { json } = await api.call("POST", "/v2/delegations", "ben", given);
    await api.call("POST", `/v2/delegations(${json.key})/accept`, "dan", {});
    expect(await handlePage()).toBe(momentPageMax);
    expect(await api.store.count("requestAuthorizers", { userKey: api.keyOf("dan") })).toBe(momentPageMax);
  });
});
