// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";

import { createApi } from "#api/http.ts";
import { prepareDatabase, type PreparedDatabase } from "#bin/up/prepare-database.ts";
import { ServiceError } from "#domain/errors.ts";
import { createLogger } from "#platform/logs/log.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";

import { testDatabase, type TestDatabase } from "../support/database.ts";
import { prepareMigratedDatabase } from "../support/empty-database.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { signalApi } from "../support/process-tree.ts";
import { repeatedRequests } from "../support/repeated-requests.ts";
import { testSize } from "../support/test-size.ts";

const calls = 5;
let folder = "";
let database: TestDatabase;
let prepared: PreparedDatabase;
let body = "";
let headers: Readonly<Record<string, string>> = {};
let processes: Api[] = [];

interface Api {
  readonly port: number;
  readonly process: GatehouseProcess;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-keyed-"));
  database = await testDatabase(folder);
  await prepareMigratedDatabase(database.url);
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
  const { people } = await foundOrganisation(prepared.service.context, { people: ["ada"], targets: { T1: [] } });
  const operations = [{ code: "ACUA", targetSystemKey: "T1", attributes: { shortId: ["ada"] } }];
  body = JSON.stringify({ recipientKey: people["ada"]?.key, operations });
});
afterAll(async () => {
  await prepared.service.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  processes = await Promise.all([startApi(), startApi()]);
  const password = prepared.superuser?.password.use((text) => text) ?? "";
  const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username: "admin", password });
  const answer = await fetch(`http://127.0.0.1:${processes[0]?.port}/identity/connect/token`, {
    method: "POST",
    body: form,
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
});
afterEach(async () => {
  for (const { process } of processes) {
    process.child.kill("SIGKILL");
    await process.ended();
  }
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
    },
  });
  await process.until(/The API listens/);
  return { port, process };
}

/** Submits the request; returns null if the process died before its answer. */
async function submit({ port }: Pick<Api, "port">, key: string): Promise<string | null> {
  const init = { method: "POST", body, headers: { ...headers, "idempotency-key": key } };
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v2/requests`, init);
    return `${answer.status} ${answer.headers.get("location")} ${await answer.text()}`;
  } catch {
    return null;
  }
}

const requests = () => prepared.service.context.store.count("reqbatch");

it("a request that is sent five times at once to two processes is made once, and has one answer", async () => {
  const before = await requests();
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, index) => submit(processes[index % 2] as Api, "side-by-side")),
  );
  expect([...new Set(answers)]).toEqual([expect.stringMatching(/^202 http.*requests\(/)]);
  expect((await requests()) - before).toBe(1);
});

it("a request that is sent again after its process was killed is made once, and has one answer", async () => {
  const [, second] = processes as [Api, Api];
  // The process dies at another moment of the call each time.
  for (let afterMs = 0; afterMs < 30; afterMs += testSize(12, 6)) {
    const before = await requests();
    const key = `killed-${afterMs}`;
    const victim = processes[0] as Api;
    const sent = submit(victim, key);
    setTimeout(() => signalApi(victim.process, "SIGKILL"), afterMs);
    const answers = [await sent, await submit(second, key)];
    await victim.process.ended();
    for (let more = answers.length; more < calls; more++) answers.push(await submit(second, key));
    const heard = answers.filter((answer) => answer !== null);
    expect([...new Set(heard)]).toEqual([expect.stringMatching(/^202 http.*requests\(/)]);
    expect((await requests()) - before).toBe(1);
    processes[0] = await startApi();
  }
});

it("a request whose outcome was unknown is made once, and has one answer from then on, whether it was made or not", async () => {
  const { context } = prepared.service;
  for (const wasMade of [true, false]) {
    const before = await requests();
    let failures = 0;
    const transaction: typeof context.store.transaction = async (run) => {
      // The first transaction of the call is the one that carries it out.
      if (failures++ > 0) return context.store.transaction(run);
      if (wasMade) await context.store.transaction(run);
      throw new ServiceError("OUTCOME_UNKNOWN");
    };
    const failing = createApi({ context: { ...context, store: { ...context.store, transaction } } });
    const server = await failing.listen({ host: "127.0.0.1", port: 0 });
    const key = `unknown-${String(wasMade)}`;
    const unknown = await submit(server, key);
    await server.close();
    expect(unknown).toMatch(/^503 null .*OUTCOME_UNKNOWN/);
    expect((await requests()) - before).toBe(wasMade ? 1 : 0);
    const answers: (string | null)[] = [];
    while (answers.length < calls - 1) answers.push(await submit(processes[answers.length % 2] as Api, key));
    expect([...new Set(answers)]).toEqual([expect.stringMatching(/^202 http.*requests\(/)]);
    expect((await requests()) - before).toBe(1);
  }
});
