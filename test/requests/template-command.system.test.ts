import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { batchTrialMax } from "#domain/template-limits.ts";

import { callCommand } from "../support/commands.ts";
import { openRequestApi, type RequestApi } from "../support/request-api.ts";

let api: RequestApi;
let templateKey: string;
const people = Array.from({ length: batchTrialMax + 2 }, (_, index) => `p${index}`);
const inFolder = (name: string) => join(api.folder, name);

beforeAll(async () => {
  api = await openRequestApi({ people: ["ada", "bob", ...people], targets: { T1: [{ authorizers: ["bob"] }] } });
  const { store, ids } = api.context;
  await store.transaction(async () => {
    for (const id of people) await store.save("users", { key: api.keyOf(id), managerKey: api.keyOf("ada") });
    for (const id of ["ada", "bob"]) {
      const member = { userClassId: "_EXPLICIT_API_USERS_", userKey: api.keyOf(id) };
      await store.save("userClassMembers", { key: ids.guid(), ...member });
    }
  });
  for (const id of ["ada", "bob"]) writeFileSync(inFolder(`${id}.txt`), `password-of-${id}\n`);
});
afterAll(() => api.close());

/** Runs a command on this installation. */
const here = (...command: string[]) =>
  callCommand(command, { env: { GATEHOUSE_DATA: api.folder, DATABASE_URL: api.databaseUrl } });
/** Runs a command as a user of the REST API. */
const as = (id: string, ...command: string[]) =>
  callCommand([...command, "--url", api.address, "--user", id, "--password-file", inFolder(`${id}.txt`)]);
const hub = () => handleMoments({ context: api.context, signal: new AbortController().signal }, "requestBatch");
const written = (name: string, content: unknown) => {
  writeFileSync(inFolder(name), typeof content === "string" ? content : JSON.stringify(content));
  return inFolder(name);
};

test("an operator adds a template from a file, changes it, and gives it phases", async () => {
  const operations = [{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "{form.seat}@example.test" } }];
  const broken = await here("template", "add", written("broken.json", { name: "Starter", operations }));
  expect([broken.code, broken.output]).toEqual([1, expect.stringContaining("the form has no field 'seat'")]);
  const formFields = [{ name: "seat", type: "text", label: "Seat", required: true }];
  const added = await here("template", "add", written("starter.json", { name: "Starter", operations, formFields }));
  expect(added.code).toBe(0);
  templateKey = added.output.trim();
  expect(
    (await here("template", "edit", templateKey, written("edit.json", { description: "New people" }))).output,
  ).toBe(`Template '${templateKey}' changed.\n`);
  const phases = [{ sequence: 1, authorizers: [{ userKey: api.keyOf("bob") }] }];
  expect((await here("template", "phases", templateKey, written("phases.json", phases))).output).toBe(
    `Template '${templateKey}' has 1 approval phases of its own.\n`,
  );
  expect((await as("ada", "template", "list")).output).toBe(`${templateKey}  enabled   Starter  New people\n`);
  expect(JSON.parse((await as("ada", "template", "show", templateKey)).output)).toMatchObject({ name: "Starter" });
});

test("a requester tries it for everybody of a file, and submits it", async () => {
  const nobody = await as("ada", "template", "request", templateKey);
  expect([nobody.code, nobody.output]).toEqual([2, expect.stringContaining("needs recipients")]);
  const team = written("team.txt", [...people.map((id) => api.keyOf(id)), ""].join("\n"));
  const request = ["template", "request", templateKey, "--recipients", team, "--field", "seat=b12"];
  const tried = await as("ada", ...request, "--trial");
  expect(tried.output.trim().split("\n")).toHaveLength(people.length);
  expect(tried.output.split("\n")[0]).toContain(`${api.keyOf("p0")}  ok  ACUA on T1`);
  expect(await api.store.count("requestBatches")).toBe(0);
  const submitted = await as("ada", ...request, "--recipient", api.keyOf("bob"), "--reason", "new team");
  expect(submitted.code).toBe(0);
  await hub();
  const batch = submitted.output.trim();
  const counts = `${people.length} submitted, 1 refused, 0 waiting`;
  expect((await as("ada", "request-batch", "list")).output).toContain(counts);
  const shown = await as("ada", "request-batch", "show", batch);
  expect(shown.output).toContain(`Starter: ${counts}`);
  expect(shown.output).toMatch(/^bob {2}refused {2}FORBIDDEN/m);
});

test("an approver decides all of it except one, and its requester cancels the rest", async () => {
  const [batch] = await api.store.select("requestBatches");
  const [request] = await api.store.select("reqbatch", { where: { batchKey: batch?.key ?? "" } });
  const decide = ["request-batch", "decide", batch?.key ?? "", "--phase", "1", "--decision", "approve"];
  const decided = await as("bob", ...decide, "--except", request?.key ?? "");
  expect(decided.output).toBe(`${people.length - 1} requests decided, 1 excepted, 0 left as they are.\n`);
  const cancelled = await as("ada", "request-batch", "cancel", batch?.key ?? "");
  expect(cancelled.output).toBe(`${people.length} requests cancelled, 0 left as they are.\n`);
  expect((await here("template", "remove", templateKey)).output).toBe(`Template '${templateKey}' removed.\n`);
});
