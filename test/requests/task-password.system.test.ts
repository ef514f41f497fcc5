import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";

import { createSearch, databaseBytes, filesBelow, serverFiles } from "../support/canaries.ts";
import { callCommand } from "../support/commands.ts";
import { suiteDialect, type TestDatabase, testDatabase } from "../support/database.ts";
import type { HttpAnswer } from "../support/http-client.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { eventually } from "../support/journey.ts";
import { type MailReceiver, startMailReceiver } from "../support/mail-receiver.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const password = "a-password-of-the-people";
let folder = "";
let database: TestDatabase;
let installation: Installation;
let service: ComposedService;
let rest: RestClient;
let mails: MailReceiver;
let hooks: WebhookReceiver;
let keys: Readonly<Record<"ada" | "bob" | "cy", string>>;
let admin: RestUser;
/** All answers except those that show a password. */
const told: string[] = [];
/** Passwords that were shown, in their order. */
const shown: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "task-password-"));
  database = await testDatabase(folder);
  [mails, hooks] = await Promise.all([startMailReceiver(), startWebhookReceiver()]);
  installation = await startInstallation({
    databaseUrl: database.url,
    environment: {
      LOG_LEVEL: "trace",
      MAIL_FROM: "gatehouse@example.org",
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(mails.port),
      SMTP_TLS: "unencrypted",
    },
  });
  service = await installation.compose();
  rest = createRestClient(installation.address);
  keys = await addPeople(service.context, ["ada", "bob", "cy"], password);
  await service.context.store.transaction(async () => {
    for (const [id, key] of Object.entries(keys))
      await service.context.store.save("users", { key, mail: `${id}@example.org` });
  });
  await invoke(addWebhook, service.context, programCaller("test"), { url: hooks.url });
  admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
});
afterAll(async () => {
  rest?.close();
  await service?.close();
  await installation?.stop();
  await mails?.leave();
  await hooks?.close();
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = ({ status, headers, body }: HttpAnswer) => JSON.stringify([status, headers, body]);

/** Makes a call that must succeed, and keeps its answer. */
async function done(user: RestUser, path: string, body: object): Promise<Readonly<Record<string, string>>> {
  const answer = await user.post(`/v2/${path}`, body);
  told.push(textOf(answer));
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, expect.anything()]);
  return answer.body as Record<string, string>;
}

interface Refused {
  readonly error: { readonly code: string };
}

/** Reveals the password of the first task of a request; the answer is kept by nobody. */
async function reveal(user: RestUser, key: string): Promise<void> {
  const path = `/v2/requests(${key})/revealTaskPassword`;
  const kept = await user.post(path, { operation: 1 }, { "idempotency-key": `reveal-${shown.length}` });
  expect([kept.status, (kept.body as Refused).error.code]).toEqual([400, "HEADER_INVALID"]);
  const answer = await user.post(path, { operation: 1 });
  const { "cache-control": cached, etag } = answer.headers;
  expect([answer.status, cached, etag], textOf(answer)).toEqual([200, "no-store", undefined]);
  const { password: made = "", ...others } = answer.body as Record<string, string>;
  told.push(JSON.stringify(others));
  shown.push(made);
  const again = await user.post(path, { operation: 1 });
  told.push(textOf(again));
  expect([again.status, (again.body as Refused).error.code]).toEqual([409, "TASK_PASSWORD_OVER"]);
}

/** Reads everything that can be read of the request. */
async function askForEverything(key: string): Promise<void> {
  const parts = ["", "/operations", "/events", "/comments", "/explain"].map((part) => `requests(${key})${part}`);
  const sets = ["requests", "operations", "sessionLogData", "notices", "grants", "accounts", "pluginDeliveries"];
  for (const path of [...parts, ...sets]) {
    const answer = await admin.get(`/v2/${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    told.push(textOf(answer));
  }
}

test("a password that is made for an implementer stands in its one answer and nowhere else", async () => {
  const badges = {
    id: "BADGES",
    description: "badges of the gate",
    fulfilment: "implementer",
    implementers: [{ userKey: keys.bob }, { userKey: keys.cy }],
    autoApprove: true,
  };
  await done(admin, "targetSystems", badges);
  const [ada, bob, cy] = await Promise.all(["ada", "bob", "cy"].map((id) => rest.signIn(id, password)));
  if (!ada || !bob || !cy) throw new Error("nobody is there");
  const operations = [{ code: "ACUA", targetSystemKey: "BADGES" }];
  const { key = "" } = await done(ada, "requests", { recipientKey: keys.ada, operations });
  await ada.until(`/v2/requests(${key})`, ({ status }) => status === "I");
  // Accepted and shown; handed on, accepted and shown; accepted again and shown.
  await done(bob, `requests(${key})/acceptTask`, { operation: 1 });
  await reveal(bob, key);
  await done(bob, `requests(${key})/handOnTask`, { operation: 1, userKey: keys.cy });
  for (let time = 1; time <= 2; time += 1) {
    await done(cy, `requests(${key})/acceptTask`, { operation: 1 });
    await reveal(cy, key);
  }
  const file = join(folder, "whole.backup");
  const isSqlite = suiteDialect() === "sqlite";
  if (isSqlite) {
    const env = { GATEHOUSE_DATA: installation.folder, DATABASE_URL: database.url };
    const backup = await callCommand(["backup", file], { env });
    expect(backup.code, backup.output).toBe(0);
  }
  await done(cy, `requests(${key})/completeTask`, { operation: 1, shortId: "4711" });
  await ada.until(`/v2/requests(${key})`, ({ status }) => status === "C");
  await askForEverything(key);
  expect(new Set(shown).size).toBe(3);
  for (const made of shown) {
    const found = await admin.get(`/v2/requests?$search=${encodeURIComponent(`"${made}"`)}`);
    expect([found.status, (found.body as { value: unknown[] }).value]).toEqual([200, []]);
  }
  const { store } = service.context;
  const waiting = async () => (await store.select("notices")).filter(({ mail }) => mail === "waiting");
  await eventually("all mails sent", async () => mails.taken.length > 0 && (await waiting()).length === 0);
  await eventually("webhooks delivered", async () => hooks.received.length > 0);

  const secrets = Object.fromEntries(shown.map((made, index) => [`password ${index + 1}`, made]));
  const search = createSearch({ ...secrets, request: key });
  const files = [...filesBelow(installation.folder), ...filesBelow(folder), ...(await serverFiles(database.url))];
  const places = [
    ...files.map((path) => [path, search(readFileSync(path))] as const),
    ["tables", search(await databaseBytes(database.url))] as const,
    ["answers", search(Buffer.from(told.join("\n")))] as const,
    ["mails", search(Buffer.from(JSON.stringify(mails.received)))] as const,
    ["webhooks", search(Buffer.from(JSON.stringify(hooks.received)))] as const,
    ["output", search(Buffer.from(installation.output()))] as const,
  ];
  const found = (name: string) => places.flatMap(([place, those]) => (those.includes(name) ? [place] : []));
  for (const name of Object.keys(secrets)) expect([name, found(name)]).toEqual([name, []]);
  // A search without results must be able to find something: the log, the history, the backup, the rows and the webhooks have the request.
  const looked = ["log/api.log", "log/hub.log", "temporal/temporal.db"].map((part) => join(installation.folder, part));
  for (const path of looked) expect(files).toContain(path);
  const withRequest = ["tables", "answers", "webhooks", ...(isSqlite ? [file] : [])];
  expect(found("request")).toEqual(expect.arrayContaining(withRequest));
  // Each was shown, and that is told.
  const rows = await store.select("sesslog_full", { where: { operation: "RQTP", result: "S" } });
  expect(rows.map(({ actor }) => actor)).toEqual([keys.bob, keys.cy, keys.cy]);
});
