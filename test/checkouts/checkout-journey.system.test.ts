import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { readTrees, secretOf } from "#operations/vault/engine/entries.ts";

import { revealed } from "../support/checkout-journey.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { eventually } from "../support/journey.ts";
import { manageDirectory } from "../support/manage-directory.ts";
import { addPeople } from "../support/people.ts";
import { requireProgram } from "../support/programs.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startVaultDirectory, type VaultAccount, type VaultDirectory } from "../support/vault-directory.ts";

const password = "a-password-for-this-test";
const system = "DIRECTORY";
/** Exit code of ldapwhoami if the directory refuses the password. */
const wrongPassword = 49;

let folder: string;
let vaulted: VaultDirectory;
let database: TestDatabase;
let installation: Installation;
let service: ComposedService;
let rest: RestClient;
let people: Readonly<Record<"ada" | "bob" | "cy", RestUser>>;
let account: VaultAccount;
let accountKey: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-checkout-"));
  [vaulted, database] = await Promise.all([startVaultDirectory(1), testDatabase(folder)]);
  installation = await startInstallation({ databaseUrl: database.url });
  service = await installation.compose();
  const keys = await addPeople(service.context, ["ada", "bob", "cy"], password);
  const { directory, accounts } = vaulted;
  const managed = await manageDirectory(service.context, { id: system, directory, accounts, imported: true });
  account = accounts[0] as VaultAccount;
  accountKey = managed.get(account.name) ?? "";
  rest = createRestClient(installation.address);
  const [ada, bob, cy] = await Promise.all(["ada", "bob", "cy"].map((id) => rest.signIn(id, password)));
  people = { ada, bob, cy } as typeof people;
  await setUp(await rest.signIn(installation.superuser.id, installation.superuser.password), keys);
});

afterAll(async () => {
  rest?.close();
  await service?.close();
  await installation?.stop();
  await database?.remove();
  await vaulted?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets all three ask, and two of them approve, but not their own requests. */
async function setUp(admin: RestUser, keys: Readonly<Record<string, string>>): Promise<void> {
  const { store, ids } = service.context;
  const userClassId = "KEEPERS";
  await store.transaction(async () => {
    await store.save("userClasses", { id: userClassId, description: "Who keeps the directory" });
    for (const userKey of Object.values(keys))
      await store.save("userClassMembers", { key: ids.guid(), userClassId, userKey });
    await store.save("managedSystemPolicies", { id: system, disclosurePlugins: ["display"] });
  });
  const policy = `/v2/managedSystemPolicies('${system}')`;
  const rule = `all(any(2, class('${userClassId}')), not(requester))`;
  const answers = [
    await admin.post(`${policy}/grantRight`, { right: "ask", userClassId }),
    await admin.post(`${policy}/setAuthorizationPhases`, { authorizationPhases: [{ sequence: 1, rule }] }),
  ];
  expect(answers.map(({ status, body }) => [status, status < 300 || body])).toEqual(
    answers.map(({ status }) => [status, true]),
  );
}

/** Returns true if the directory accepts a password of the account, as the directory's own command says. */
async function opens(known: string): Promise<boolean> {
  const file = join(folder, "password");
  writeFileSync(file, known, { mode: 0o600 });
  const program = requireProgram("ldapwhoami", "ldap-utils");
  const asked = ["-x", "-H", vaulted.directory.url, "-D", account.dn, "-y", file];
  try {
    const { stdout } = await promisify(execFile)(program, asked);
    expect(stdout.trim()).toBe(`dn:${account.dn}`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === wrongPassword) return false;
    throw error;
  }
}

const ask = async (who: RestUser, reason: string) => {
  const asked = await who.post("/v2/checkouts", { managedAccountKey: accountKey, reason });
  expect([asked.status, asked.body]).toMatchObject([201, { status: "requested", reason }]);
  return asked.body as { readonly key: string; readonly requestKey: string };
};

const decide = (who: RestUser, requestKey: string) =>
  who.post(`/v2/requests(${requestKey})/decide`, { phase: 1, decision: "approve" });

/** Asks as one person and approves as the others; returns the check-out. */
async function checkedOut(who: "ada" | "bob" | "cy", reason: string): Promise<string> {
  const { key, requestKey } = await ask(people[who], reason);
  for (const [id, other] of Object.entries(people))
    if (id !== who) expect([id, (await decide(other, requestKey)).status]).toEqual([id, 200]);
  await people[who].until(`/v2/checkouts(${key})`, ({ status }) => status === "checkedOut");
  return key;
}

const auditedOf = async (...operations: readonly string[]) => {
  const { store } = service.context;
  const rows = await store.select("sesslog_full", { where: { ident: accountKey } });
  return rows.filter(({ operation }) => operations.includes(operation)).map((row) => `${row.operation} ${row.result}`);
};

test("a password is asked for, approved by two others, disclosed once, returned, and opens nothing after its change", async () => {
  const { ada, bob, cy } = people;
  const { key, requestKey } = await ask(ada, "replace the certificate");
  const path = `/v2/checkouts(${key})`;
  expect((await ada.post(`${path}/disclose`, {})).status).toBe(409);
  expect((await decide(ada, requestKey)).status).toBe(403);
  expect((await decide(bob, requestKey)).status).toBe(200);
  expect((await ada.get(path)).body).toMatchObject({ status: "requested", expiresAt: null });
  expect((await decide(cy, requestKey)).status).toBe(200);
  const out = await ada.until(path, ({ status }) => status === "checkedOut");
  const { checkedOutAt, expiresAt } = out as { checkedOutAt: string; expiresAt: string };
  expect(Date.parse(expiresAt) - Date.parse(checkedOutAt)).toBe(3_600_000);
  expect((await ada.get(`/v2/requests(${requestKey})`)).body).toMatchObject({ status: "C" });

  const asked = await ada.post(`${path}/disclose`, { plugin: "display" });
  const { token } = asked.body as { token: string };
  expect((await bob.post(`${path}/reveal`, { token })).status).toBe(403);
  const shown = await ada.post(`${path}/reveal`, { token });
  expect(shown).toMatchObject({ status: 200, body: { how: "display", certain: true } });
  const [{ content }] = (shown.body as { passwords: [{ content: string }] }).passwords;
  expect([content, await opens(content)]).toEqual([account.password, true]);
  const again = await ada.post(`${path}/reveal`, { token });
  expect(again).toMatchObject({ status: 403, body: { error: { code: "DISCLOSURE_TOKEN_INVALID" } } });

  expect((await ada.post(`${path}/checkIn`, {})).body).toMatchObject({ status: "checkedIn" });
  await eventually("the change", async () => (await auditedOf("RAND")).includes("RAND S"));
  expect(await opens(content)).toBe(false);
  expect((await ada.post(`${path}/disclose`, {})).body).toMatchObject({ error: { code: "CHECKOUT_NOT_OUT" } });
  const held = (await readTrees(service.context.store, [accountKey])).get(accountKey);
  expect([held?.tree.state, held?.tree.giveOut.length]).toEqual(["C", 1]);
  for (const entry of held?.tree.giveOut ?? [])
    expect(await secretOf(service.context.store, entry).use((known) => opens(known))).toBe(true);
  expect(await auditedOf("CHKO", "CHKI", "RAND")).toEqual(["CHKO S", "CHKO S", "CHKI S", "RAND S"]);
});

test("who gets it next gets another password, which opens", async () => {
  const key = await checkedOut("bob", "look at the log");
  const post = (path: string, body: object) => people.bob.post(`/v2/${path}`, body);
  const next = await revealed(post, key);
  expect([next === account.password, await opens(next)]).toEqual([false, true]);
  const { store } = service.context;
  const [before] = await store.select("checkouts", { where: { status: "checkedIn" } });
  expect(before).toMatchObject({ awaitsChange: false, changedAt: expect.any(Number) });
});
