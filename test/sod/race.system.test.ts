// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { prepareDatabase, type PreparedDatabase } from "#bin/up/prepare-database.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addSodRule } from "#operations/sod/change-sod-rules.ts";
import { createLogger } from "#platform/logs/log.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";

import { testDatabase, type TestDatabase } from "../support/database.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { repeatedRequests } from "../support/repeated-requests.ts";
import { testSize } from "../support/test-size.ts";

const races = testSize(60, 1000);
const timeout = testSize(180_000, 1_200_000);

interface Api {
  readonly port: number;
  readonly process: GatehouseProcess;
}

let folder = "";
let database: TestDatabase;
let prepared: PreparedDatabase;
let processes: readonly Api[] = [];
let people: readonly string[] = [];
let headers: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-sod-"));
  database = await testDatabase(folder);
  prepared = await prepareDatabase({
    settings: readSettings({
      GATEHOUSE_DATA: folder,
      DATABASE_URL: database.url,
      ...repeatedRequests,
      BASE_IDSYNCH_URL: "https://gatehouse.example",
    }),
    log: createLogger({ module: "test", level: "silent" }),
    report: () => undefined,
    signal: new AbortController().signal,
  });
  const { context } = prepared.service;
  const ids = Array.from({ length: races }, (_, index) => `p${index}`);
  const found = await foundOrganisation(context, {
    people: [...ids, "bob"],
    // The name of one is the beginning of that of the other.
    targets: { BANK: [{ authorizers: ["bob"] }], BANK2: [{ authorizers: ["bob"] }] },
  });
  people = ids.map((id) => found.people[id]?.key ?? "");
  const item = (itemKey: string) => ({ items: [{ itemType: "targetSystem" as const, itemKey }] });
  await invoke(addSodRule, context, engineCaller("cli", "test"), {
    id: "PAYMENTS",
    parts: [item("BANK"), item("BANK2")],
  });
  processes = await Promise.all([startApi(), startApi()]);
  headers = { authorization: `Bearer ${await token()}`, "content-type": "application/json" };
}, timeout);
afterAll(async () => {
  for (const { process } of processes) {
    process.child.kill("SIGTERM");
    await process.ended();
  }
  await prepared.service.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function startApi(): Promise<Api> {
  const port = await freePort();
  const process = startGatehouse(["api"], {
    env: {
      GATEHOUSE_DATA: folder,
      DATABASE_URL: database.url,
      HTTP_PORT: String(port),
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
      BASE_IDSYNCH_URL: "https://gatehouse.example",
      ...repeatedRequests,
    },
  });
  await process.until(/The API listens/);
  return { port, process };
}

async function token(): Promise<string> {
  const password = prepared.superuser?.password.use((text) => text) ?? "";
  const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username: "admin", password });
  const address = `http://127.0.0.1:${processes[0]?.port}/identity/connect/token`;
  const answer = await fetch(address, { method: "POST", body: form });
  const { access_token: text } = (await answer.json()) as { access_token: string };
  return text;
}

async function submit(api: Api | undefined, recipientKey: string, targetSystemKey: string): Promise<string> {
  const body = JSON.stringify({ recipientKey, operations: [{ code: "ACUA", targetSystemKey }] });
  const answer = await fetch(`http://127.0.0.1:${api?.port}/v2/requests`, { method: "POST", headers, body });
  const { error } = (await answer.json()) as { readonly error?: { readonly code: string } };
  return error?.code ?? String(answer.status);
}

test(
  `of two requests that are only together forbidden, at two processes at once, exactly one passes: ${races} times`,
  { timeout },
  async () => {
    const outcomes: string[] = [];
    for (const [index, person] of people.entries()) {
      const pair = index % 2 === 0 ? (["BANK", "BANK2"] as const) : (["BANK2", "BANK"] as const);
      const both = await Promise.all(pair.map((target, place) => submit(processes[place], person, target)));
      outcomes.push(both.toSorted().join(" "));
    }
    expect(outcomes).toEqual(people.map(() => "202 SOD_FORBIDDEN"));
    const { store } = prepared.service.context;
    expect(await store.count("reqbatch")).toBe(races);
  },
);
