import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { listenForReload } from "#bin/policy-reload.ts";
import { openPolicies, type ProcessPolicies } from "#bin/stored-policies.ts";
import { policyOf } from "#domain/policy-name.ts";
import { ne } from "#domain/query/condition.ts";
import type { NoticeListener } from "#platform/notices/notice-listener.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";

let api: TestApi;
let folder = "";

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada", { classes: ["_HELP_DESK_"] });
  folder = join(api.folder, "policies");
  mkdirSync(folder, { mode: 0o700 });
});
afterAll(() => api.close());

const policy = (...command: string[]) =>
  callCommand(["policy", ...command], { env: { GATEHOUSE_DATA: api.folder, DATABASE_URL: api.databaseUrl } });

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("a policy is written, checked, compared and tried", async () => {
  const path = file(
    "desk.policies",
    "# CR-17\nusers_get_list:\n  IsSuperuser() ||\n  '_HELP_DESK_' in principal.classes\n",
  );
  expect(await policy("check", path)).toEqual({ code: 0, output: "1 policy fits the rules.\n" });
  expect((await policy("diff", path)).output).toBe(
    "users_get_list:\n- IsSuperuser() || resource.key == principal.key || resource.managerKey == principal.key || resource.sponsorKey == principal.key\n+ IsSuperuser() ||\n+ '_HELP_DESK_' in principal.classes\n",
  );
  const tried = await policy("dry-run", path);
  expect([tried.code, tried.output]).toEqual([
    0,
    expect.stringMatching(
      /^Compared for all 2 users; nothing was changed\.\n\nusers_get_list\n {2}1 user gains 1 row of users\n {4}ada: 1 \(\S+\)\n$/,
    ),
  ]);
});

test("it is set, shown and explained", async () => {
  const set = await policy(
    "set",
    policyOf.list("users"),
    "--expression",
    "'_HELP_DESK_' in principal.classes",
    "--comment",
    "CR-17",
  );
  expect(set).toEqual({ code: 0, output: "users_get_list is at version 1: it is in force.\n" });
  expect((await policy("list", "--stored")).output).toBe(
    "stored    users_get_list  '_HELP_DESK_' in principal.classes\n",
  );
  expect((await policy("show", policyOf.list("users"))).output).toMatch(
    /^users_get_list: stored, version 1\n\n'_HELP_DESK_' in principal.classes\n\ndefault\n\nIsSuperuser\(\)[^]*resource\.locked: bool\n/,
  );
  expect((await policy("diff")).output).toContain("+ '_HELP_DESK_' in principal.classes");
  expect((await policy("explain", policyOf.list("users"), "--user", "ada")).output).toBe(
    `users_get_list for ada: allowed

"_HELP_DESK_" in principal.classes  →  true  (1:15)
  principal.classes  →  ["_ALLUSERS_","_HELP_DESK_"]  (1:28)

rows: true
`,
  );
});

test("it is undone, and the undo too", async () => {
  expect((await policy("versions", policyOf.list("users"))).output).toMatch(
    /^1 {2}\d{4}-\d\d-\d\dT[\d:.]+Z {2}cli:\S+ {2}set {2}CR-17\n {3}'_HELP_DESK_' in principal\.classes\n$/,
  );
  expect((await policy("check")).output).toBe("1 stored policy fits the rules.\n");
  const late = await policy("reset", policyOf.list("users"), "--expect-version", "0");
  expect([late.code, late.output]).toEqual([1, expect.stringContaining("is at version 1, not 0")]);
  expect((await policy("reset", policyOf.list("users"))).output).toBe(
    "users_get_list is at version 2: the default is in force.\n",
  );
  expect((await policy("rollback", policyOf.list("users"), "1")).output).toContain("is at version 3: it is in force.");
  expect((await policy("rollback", policyOf.list("users"), "0")).output).toContain("the default is in force");
  expect((await policy("diff")).output).toBe("There is no difference.\n");
});

test("what is wrong is told by line and column, and nothing is stored", async () => {
  const path = file("wrong.policies", "users_get:\n  IsSuperuser() ||\n  resource.lokced\nnodes_gt:\n  true\n");
  expect(await policy("check", path)).toEqual({
    code: 1,
    output:
      `gatehouse: ${path}:3:12: The field 'resource.lokced' is not known here. Did you mean 'resource.locked'?\n` +
      `${path}:4:1: Nothing asks a policy 'nodes_gt'. Did you mean 'nodes_get'?\n`,
  });
  const refused = await policy("set", policyOf.get("users"), "--file", file("one.cel", "IsSuperusr()\n"));
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining("users_get:1:1: The function 'IsSuperusr'"),
  ]);
  const unknown = await policy("show", "usrs_get");
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining("Did you mean 'users_get'?")]);
  expect((await policy("set", policyOf.get("users"), "--expression", "true", "--file", path)).code).toBe(2);
  expect((await policy("check", join(folder, "none"))).code).toBe(2);
  expect((await policy("explain", policyOf.get("users"), "--user", "ada", "--resource", "{")).code).toBe(2);
  expect(await api.context.store.select("policies", { where: ne("expression", null) })).toEqual([]);
});

test("an operator has a running process load the policies, also when the change log is not read", async () => {
  const nobody = await policy("reload");
  expect([nobody.code, nobody.output]).toEqual([3, expect.stringContaining("No API process")]);
  let listener: NoticeListener | undefined;
  let policies: ProcessPolicies | undefined;
  try {
    policies = await openPolicies(api.context.store, { log: api.context.log, changes: api.context.changes });
    const { engine, reload } = policies;
    listener = await listenForReload({ ...api.context, policies: engine, reloadPolicies: reload });
    const { version } = engine;
    const principal = { key: "a", id: "ada", superuser: false, classes: [] };
    await policy("set", policyOf.get("nodes"), "--expression", "true");
    // Setting the policy has already notified the process.
    expect(engine.decide(policyOf.get("nodes"), { principal }).allowed).toBe(true);
    const { code, output } = await policy("reload");
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^process \d+ has loaded the policies \(version \d+\)\n$/),
    ]);
    expect(engine.version).toBeGreaterThan(version + 1);
  } finally {
    policies?.stop();
    await listener?.close();
    await policy("reset", policyOf.get("nodes"));
  }
});
