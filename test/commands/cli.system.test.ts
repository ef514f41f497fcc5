import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { openStore } from "#store/open-store.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { startTestEngine, type TestEngine } from "../support/engine.ts";
import { runGatehouse } from "../support/gatehouse.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let api: TestApi;
let engine: TestEngine | undefined;
let adaKey = "";
let bobKey = "";

beforeAll(async () => {
  temporal = await startTestTemporal();
  api = await openTestApi({ nudge: () => engine?.dispatch.nudge(), settings: { authorizersMax: 2 } });
  const { people } = await foundOrganisation(api.context, {
    people: ["ada", "bob", "cy"],
    targets: { T1: [{ authorizers: ["bob"] }], MANY: [{ authorizers: ["ada", "bob", "cy"] }] },
    address: { file: join(api.folder, "t1.db") },
  });
  await api.letIn(...Object.values(people));
  adaKey = people["ada"]?.key ?? "";
  bobKey = people["bob"]?.key ?? "";
  engine = await startTestEngine({ context: api.context, address: temporal.address, folder: api.folder });
});
afterAll(async () => {
  await engine?.stop();
  await api.close();
  await temporal.stop();
});

/** Runs a command as one of the users, whose password it reads from a file. */
async function as(id: string, ...command: string[]) {
  const file = join(api.folder, `${id}.txt`);
  writeFileSync(file, `password-of-${id}\n`);
  return callCommand([...command, "--url", api.address, "--user", id, "--password-file", file]);
}

async function phaseState(key: string): Promise<string | undefined> {
  const [phase] = await api.context.store.select("requestPhases", { where: { requestKey: key } });
  return phase?.state;
}

async function submit(target = "T1"): Promise<string> {
  const submitted = await as(
    "ada",
    "request",
    "submit",
    "--recipient",
    adaKey,
    "--create",
    target,
    "--attribute",
    "mail=a@example.test",
    "--reason",
    "why",
  );
  expect(submitted.output).toMatch(/^[0-9a-f-]{36}\n$/);
  expect(submitted.code).toBe(0);
  return submitted.output.trim();
}

test("a request is submitted, listed, decided and shown from the command line", async () => {
  const key = await submit();
  expect((await as("ada", "request", "list")).output).toMatch(
    new RegExp(`^${key}  \\d{8}-\\d+  [PAW]  ada  create account, on T1 "T1"$`, "m"),
  );
  await expect.poll(() => phaseState(key)).toBe("open");
  expect((await as("bob", "request", "list", "--waiting-for-me")).output).toMatch(new RegExp(`^${key}  `, "m"));
  expect((await as("ada", "request", "list", "--waiting-for-me")).output).toBe("");
  const stranger = await as("ada", "request", "decide", key, "approve", "--phase", "1");
  expect([stranger.code, stranger.output]).toEqual([
    1,
    expect.stringMatching(/^gatehouse: (FORBIDDEN|NOT_AN_AUTHORIZER): .*\n$/),
  ]);
  expect((await as("bob", "request", "decide", key, "approve", "--phase", "1", "--comment", "fine")).output).toBe(
    "Decided: approve.\n",
  );
  await expect.poll(async () => (await api.context.store.get("reqbatch", key))?.status).toBe("C");
  const told = await as("ada", "request", "explain", key);
  expect(told.output).toMatch(
    /^Completed\.\nPhase 1 of T1, opened \S+Z, rule version 1: approved\n {2}asked bob \(.+\)\n {2}bob: approve \S+Z: fine\nEnded \S+Z: All its operations have ended\.\n$/,
  );
  expect(JSON.parse((await as("ada", "request", "explain", key, "--json")).output)).toMatchObject({ ledger: "whole" });
  const shown = JSON.parse((await as("ada", "request", "show", key)).output);
  expect(shown).toMatchObject({
    key,
    status: "C",
    operations: [{ code: "ACUA", result: "S" }],
    phases: [{ state: "approved" }],
    decisions: [{ comment: "fine" }],
  });
});

test("a request is discussed, and decided in the place of its authorizers, from the command line", async () => {
  const key = await submit();
  expect((await as("bob", "request", "ask", key, "for how long?")).output).toBe("Asked.\n");
  expect((await as("ada", "request", "explain", key)).output).toMatch(
    /^bob asks: for how long\? \(the answer says --question \S+\)$/m,
  );
  const { comments } = JSON.parse((await as("ada", "request", "show", key)).output);
  expect(comments).toMatchObject([{ kind: "question", text: "for how long?" }]);
  const answered = await as("ada", "request", "answer", key, "until June", "--question", comments[0].key);
  expect(answered.output).toBe("Answered.\n");
  const nothing = await as("bob", "request", "unapprove", key, "--phase", "1");
  expect([nothing.code, nothing.output]).toEqual([1, expect.stringMatching(/^gatehouse: NOT_DECIDED: /)]);
  const overridden = await as("root", "request", "override", key, "deny", "--phase", "1", "--comment", "a mistake");
  expect(overridden.output).toBe("Decided in the place of the authorizers: deny.\n");
});

test("a request on hold is given to others, released or denied from the command line, by workflow managers alone", async () => {
  const resolve = (id: string, key: string, ...words: string[]) => as(id, "request", "resolve-hold", key, ...words);
  const [given, denied] = [await submit("MANY"), await submit("MANY")];
  expect((await as("ada", "request", "explain", given)).output).toContain("MAX AUTH ALLOWED is 2.");
  const refused = await resolve("bob", given, "deny", "--reason", "no");
  expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/^gatehouse: FORBIDDEN: /)]);
  const toNobody = await resolve("root", given, "assign", "--reason", "too many");
  expect([toNobody.code, toNobody.output]).toEqual([1, expect.stringContaining("userKeys: must name those")]);
  const toBob = ["assign", "--authorizer", bobKey, "--min-approvals", "1", "--reason", "too many"];
  expect(await resolve("root", given, ...toBob)).toEqual({
    code: 0,
    output: "Decided about the request on hold: assign.\n",
  });
  expect((await as("bob", "request", "decide", given, "approve", "--phase", "1")).output).toBe("Decided: approve.\n");
  expect((await resolve("root", denied, "release", "--reason", "both of them")).code).toBe(0);
  const again = await resolve("root", denied, "deny", "--reason", "no");
  expect([again.code, again.output]).toEqual([1, expect.stringMatching(/^gatehouse: NOT_ON_HOLD: /)]);
});

test("phases are tried on the latest requests from the command line, which names the people", async () => {
  const simulate = (...words: string[]) => as("root", "request", "simulate", ...words);
  const key = await submit();
  await as("bob", "request", "decide", key, "approve", "--phase", "1");
  const rule = ["--rule", `any(2, user('${adaKey}'), user('${bobKey}'))`, "--last", "1"];
  const told = await simulate("--target", "T1", ...rule);
  expect(told.output).toMatch(
    new RegExp(
      `^${key}  \\d{8}-\\d+\n {2}was {7}approved; asked bob\n {2}would be {2}waiting for ada; asked ada, bob\n` +
        "1 of the latest 1 request\\(s\\) would have gone otherwise\\. Nothing was changed\\.\n$",
    ),
  );
  const all = await simulate("--target", "T1", "--rule", "any(1, class('_ALLUSERS_'))", "--last", "1");
  expect(all.output).toContain("  would be  waiting, for no person yet (it is on hold, or a plug-in is asked first)\n");
  const phase = JSON.stringify({ sequence: 1, authorizers: [{ userKey: bobKey }] });
  const same = await simulate("--target", "T1", "--phase", phase, "--last", "1", "--json");
  expect(JSON.parse(same.output)).toMatchObject({ looked: 1, untold: 0, changed: [] });
  const without = await simulate("--target", "T1", "--without-phases", "--last", "1");
  expect(without.output).toContain("\n  was       approved; asked bob\n  would be  approved\n");
  const wrong = [
    [2, "--target <id>, --group <key> or --policy <id>", "--rule", "any(1, manager)"],
    [2, "--rule <words>, --phase <json> or --without-phases", "--target", "T1"],
    [2, "Say the phases in one way", "--target", "T1", "--without-phases", "--rule", "any(1, manager)"],
    [2, "--phase '{' is not JSON", "--target", "T1", "--phase", "{"],
    [2, "argument 'many' is invalid. Give a whole number.", "--target", "T1", "--last", "many"],
    [1, "TARGET_PHASE_INVALID", "--target", "T1", "--rule", "any(1, manager"],
  ] as const;
  for (const [code, words, ...call] of wrong)
    expect(await simulate(...call)).toEqual({ code, output: expect.stringContaining(words) });
});

test("a request is cancelled before its authorization ends", async () => {
  const key = await submit();
  expect((await as("ada", "request", "cancel", key)).output).toBe("Cancelled.\n");
  expect((await as("ada", "request", "list", "--top", "1")).output).toContain("There are more: --top says how many");
  const again = await as("ada", "request", "cancel", key);
  expect([again.code, again.output]).toEqual([
    1,
    expect.stringMatching(/^gatehouse: (REQUEST_FINAL|NOT_CANCELLABLE): /),
  ]);
});

test("what is wrong is one line on the error output, and the exit code tells its kind", async () => {
  const unknown = await as("ada", "request", "submit", "--recipient", adaKey, "--create", "T9");
  expect(unknown).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^gatehouse: TARGET_UNKNOWN: .*operations\/0\/targetSystemKey.*\n$|^gatehouse: TARGET_UNKNOWN: .*\n$/,
    ),
  });
  const empty = await as("ada", "request", "submit", "--recipient", adaKey);
  expect(empty).toEqual({
    code: 2,
    output: "gatehouse: A request needs an operation: --create <target> or --operation <json>.\n",
  });
  const wrong = await runGatehouse(["request", "list", "--url", api.address, "--user", "ada", "--password-file", "-"], {
    input: "wrong",
  });
  expect(wrong).toEqual({ code: 1, output: expect.stringMatching(/^gatehouse: Signing in as 'ada' failed: .*\n$/) });
  const away = await runGatehouse(["request", "list", "--url", "http://127.0.0.1:9"], {
    env: { GATEHOUSE_TOKEN: "x" },
  });
  expect(away).toEqual({
    code: 3,
    output: expect.stringMatching(/^gatehouse: The service at http:\/\/127\.0\.0\.1:9 does not answer\..*\n$/),
  });
  const bad = await runGatehouse(["hub"], { env: { HTTP_PORT: "many", LOG_LEVEL: "loud" } });
  expect(bad.code).toBe(2);
  expect(bad.output).toMatch(/HTTP_PORT must be a whole number[^]*LOG_LEVEL/);
});

test("a proxy is invited and enrolled from the command line", async () => {
  const invited = await as("root", "proxy", "invite", "branch");
  expect(invited.code, invited.output).toBe(0);
  const [token = ""] = invited.output.split("\n");
  const env = { GATEHOUSE_DATA: join(api.folder, "branch"), API_ADDRESS: api.address };
  const enrolled = await runGatehouse(["proxy", "enrol", "branch"], { env, input: `${token}\n` });
  expect(enrolled).toEqual({ code: 0, output: expect.stringContaining("The proxy 'branch' is enrolled") });
  expect((await api.context.store.get("proxyServers", "branch"))?.status).toBe("enrolled");
  expect((await as("ada", "proxy", "invite", "mine")).output).toMatch(/^gatehouse: FORBIDDEN: /);
});

test("every command has help with an example", async () => {
  const groups = {
    request: [
      "submit",
      "show",
      "list",
      "decide",
      "unapprove",
      "override",
      "comment",
      "ask",
      "answer",
      "resolve-hold",
      "send-back",
      "edit",
      "resubmit",
      "cancel",
      "explain",
      "replay",
      "simulate",
    ],
    proxy: ["invite", "enrol"],
    connector: ["test"],
    audit: ["verify", "anchor", "sinks"],
  };
  const commands = [
    ["up"],
    ["api"],
    ["hub"],
    ["proxy"],
    ["migrate"],
    ["settings"],
    ["userunlock"],
    ...Object.entries(groups).flatMap(([group, names]) => names.map((name) => [group, name])),
  ];
  for (const command of commands) {
    const { code, output } = await callCommand([...command, "--help"]);
    expect(code, command.join(" ")).toBe(0);
    expect(output, command.join(" ")).toMatch(/Usage: gatehouse[^]*Examples?:\n {2}\S/);
  }
});

test("a database is checked, brought up to date, and checked again; targets on which nothing can be requested are named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-migrate-"));
  const database: TestDatabase = await testDatabase(folder);
  const env = { DATABASE_URL: database.url, GATEHOUSE_DATA: folder };
  try {
    const before = await runGatehouse(["migrate", "--check"], { env });
    expect([before.code, before.output]).toEqual([1, expect.stringContaining("Run 'gatehouse migrate'.")]);
    const refused = await runGatehouse(["hub"], { env: { ...env, TEMPORAL_ADDRESS: temporal.address } });
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("Run 'gatehouse migrate'.")]);
    expect((await runGatehouse(["migrate"], { env })).output).toContain("change(s) ran");
    expect((await runGatehouse(["migrate"], { env })).output).toBe("The schema is up to date.\n");
    expect(await runGatehouse(["migrate", "--check"], { env })).toEqual({
      code: 0,
      output: expect.stringMatching(/^(ok {7}.+\n)+The database is ready\.\n$/),
    });
    const store = await openStore({
      databaseUrl: database.url,
      node: "node1",
      clock: systemClock,
      ids: systemIds,
      keyRing: createKeyRing({ folder }),
    });
    await store.transaction(async () => {
      const target = {
        type: "sqlite",
        description: "d",
        address: {},
        targetGroup: "DEFAULT",
        mode: "automatic",
      } as const;
      for (const id of ["OLD", "PHASED", "SAID"])
        await store.save("targetSystems", { ...target, proxyServers: [], id });
      await store.save("authorizationPhases", {
        key: "p",
        resourceType: "targetSystem",
        resourceKey: "PHASED",
        sequence: 1,
      });
      const option = { name: "autoApprove", type: "boolean" } as const;
      await store.save("targetSystemOptions", { ...option, key: "o1", targetSystemId: "OLD", value: false });
      await store.save("targetSystemOptions", { ...option, key: "o2", targetSystemId: "SAID", value: true });
    });
    await store.close();
    for (const check of [[], ["--check"]]) {
      const told = await runGatehouse(["migrate", ...check], { env });
      expect(told.code).toBe(0);
      expect(told.output).toMatch(/\nclosed {3}OLD\nNothing can be requested on 1 target system/);
    }
  } finally {
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what may be asked for is listed, searched and shown in words", async () => {
  const listed = await as("ada", "catalogue", "list", "--search", "T1");
  expect([listed.code, listed.output]).toEqual([0, "targetSystem  T1  T1  T1  T1\n"]);
  expect((await as("ada", "catalogue", "list", "--search", "nothing of the kind")).output).toBe("");
  const shown = await as("ada", "catalogue", "show", "T1");
  expect([shown.code, shown.output]).toEqual([
    0,
    expect.stringMatching(
      /^T1: T1\nAsked for by: ACUA, .+\nField: mail \(user, string, optional\)\nPhase 1: .*[Oo]ne approval of: a person\.\nHeld: yes\n$/,
    ),
  ]);
  const missing = await as("ada", "catalogue", "show", "T9");
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining("FORBIDDEN")]);
});

test("the contract kit runs as a command", async () => {
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const kit = await runGatehouse([
    "connector",
    "test",
    path("../../connectors/sqlite/sqlite.ts"),
    path("../support/sqlite-target.ts"),
  ]);
  expect(kit.output).toMatch(/^TAP version 14[^]*\d+ passed, 0 failed\n$/);
  expect(kit.code).toBe(0);
  const missing = await runGatehouse(["connector", "test", "./none.ts", "./none.ts"]);
  expect([missing.code, missing.output]).toEqual([2, expect.stringContaining("Bail out!")]);
});

test("a backup is written beside running commands, checked, restored into an empty folder, and refused where something is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-backup-"));
  const env = (name: string) => ({ GATEHOUSE_DATA: join(folder, name) });
  const file = join(folder, "gatehouse.backup");
  try {
    for (const command of [["migrate"], ["keys", "rotate"]])
      expect((await runGatehouse(command, { env: env("data") })).code).toBe(0);
    const written = await runGatehouse(["backup", file], { env: env("data") });
    expect(written.output).toMatch(
      /^written {4}.+gatehouse\.backup, \d+ bytes\nmade {7}\S+Z by version \S+, schema \S+\n$/,
    );
    expect((await runGatehouse(["backup", "--check", file], { env: env("data") })).output).toMatch(/^is whole {3}/);
    const again = await runGatehouse(["backup", file], { env: env("data") });
    expect([again.code, again.output]).toEqual([1, expect.stringContaining("is there already. Choose another name")]);
    const restored = await runGatehouse(["restore", file], { env: env("restored") });
    expect([restored.code, restored.output]).toEqual([0, expect.stringMatching(/^restored {3}/)]);
    const keys = (name: string) => runGatehouse(["keys", "list"], { env: env(name) });
    expect((await keys("restored")).output).toBe((await keys("data")).output);
    const refused = await runGatehouse(["restore", file], { env: env("restored") });
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining("is there already. Restore into an empty"),
    ]);
    const server = { ...env("data"), DATABASE_URL: "mariadb://a:b@127.0.0.1:9/c" };
    const other = await runGatehouse(["backup", join(folder, "other")], { env: server });
    expect([other.code, other.output]).toEqual([1, expect.stringContaining("mariadb-dump --single-transaction")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
