import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { applyPlan } from "#bin/configuration/apply.ts";
import { makePlan } from "#bin/configuration/plan.ts";
import { readFolder } from "#bin/configuration/read-folder.ts";
import { openSecrets } from "#bin/configuration/secrets.ts";
import { withToken } from "#bin/rest-client.ts";
import { Secret } from "#connectors/contract/index.ts";

import { createSearch } from "../support/canaries.ts";
import { makeCertificate } from "../support/certificate.ts";
import { callCommand } from "../support/commands.ts";
import { type Site, filesOf, openSite, writeFiles } from "./configuration-room.ts";
import { siteFiles } from "./site-files.ts";

let site: Site;
let production: Site;
let plainCertificate: string;
let written: Readonly<Record<string, string>>;
beforeAll(async () => {
  site = await openSite();
  production = await openSite();
  const { certificate } = await makeCertificate(site.folder, "localhost", "rsa");
  const pem = readFileSync(certificate, "utf8");
  written = siteFiles(pem);
  plainCertificate = pem.replaceAll(/-----.*-----|\s/g, "");
});
afterAll(async () => {
  await site.api.close();
  await production.api.close();
});

const secrets = { LDAP_PASSWORD: "canary-of-the-directory-4711" };

test("what is written by hand is applied, and applying it twice changes nothing", async () => {
  const folder = writeFiles(site, written);
  const fresh = join(site.folder, "new.yaml");
  const applied = await site.configWith(secrets, "apply", "--folder", folder, "--new-secrets", fresh);
  expect(applied.output.split("\n").slice(-4).join("\n")).toContain("Configuration applied: ");
  expect(applied.code).toBe(0);
  const again = await site.config("apply", "--folder", folder);
  expect(again).toEqual({
    code: 0,
    output: "Nothing to change: 22 objects are as the files say. 9 objects are in no file and stay.\n",
  });
  const out = join(site.folder, "out");
  const first = await site.config("export", "--folder", out);
  expect(first.output).toContain(`27 files exported to '${out}'.\n`);
  expect(first.output).toContain("Left out: managedSystemPolicies (add them with `gatehouse managed policy`).\n");
  const exported = filesOf(out);
  expect((await site.config("plan", "--folder", out, "--exit-code")).code).toBe(0);
  const there = await production.configWith(
    secretsOf(exported),
    "apply",
    "--folder",
    out,
    "--new-secrets",
    join(production.folder, "new.yaml"),
  );
  expect(there.output.split("\n").slice(-4).join("\n")).toContain("Configuration applied: ");
  const second = join(production.folder, "out");
  await production.config("export", "--folder", second);
  expect(filesOf(second)).toEqual(exported);
  expect((await production.config("apply", "--folder", out)).output).toMatch(/^Nothing to change: 31 objects/);
});

test("drift is shown by a plan, and only by it", async () => {
  const folder = join(site.folder, "out");
  await change(site, "targetSystems('LDAP')", { enabled: false, autoApprove: true });
  await change(site, "policies('users_get_list')", { expression: "IsSuperuser()", enabled: false });
  const plan = await site.config("plan", "--folder", folder, "--exit-code");
  expect(plan).toEqual({
    code: 4,
    output: [
      "~ targetSystems LDAP",
      "    enabled: false -> true",
      "    autoApprove: true -> false",
      "~ policies users_get_list",
      `    expression: "IsSuperuser()" -> "IsSuperuser() ||\\n'DESK' in principal.classes\\n"`,
      "    enabled: false -> true",
      "Plan: 0 to add, 2 to change, 0 to remove; 29 unchanged.",
      "",
    ].join("\n"),
  });
  const asJson = await site.config("plan", "--folder", folder, "--json");
  expect([asJson.code, JSON.parse(asJson.output).changes[0]]).toEqual([
    0,
    {
      action: "change",
      kind: "targetSystems",
      id: "LDAP",
      above: null,
      file: "targetSystems/LDAP.yaml:1",
      fields: [
        { name: "enabled", before: false, after: true },
        { name: "autoApprove", before: true, after: false },
      ],
      secretsSet: [],
    },
  ]);
  const applied = await site.config("apply", "--folder", folder, "--comment", "CR-17");
  expect(applied.output).toMatch(/^Configuration applied: 0 added, 2 changed, 0 removed\.$/m);
  const versions = await site.api.send("GET", "/v2/policies('users_get_list')/versions", { as: "boss" });
  expect(versions.json.value.at(-1)).toMatchObject({ comment: "CR-17", changedBy: expect.anything() });
  expect((await site.config("plan", "--folder", folder, "--exit-code")).code).toBe(0);
});

test("a wrong file changes nothing, and each fault is told with its file and line", async () => {
  const folder = writeFiles(site, {
    "targetGroups/good.yaml": "id: GOOD\n",
    "targetGroups/wrong.yaml": "id: WRONG\nsyncPasword: true\npasswordQueueMode: sometimes\nuniquePasswords: yes\n",
    "targetGroups/twice.yaml": "id: GOOD\n",
    "targetGroups/refers.yaml": "id: REFERS\npasswordPolicyId: NOWHERE\n",
    "targetSystems/broken.yaml": "id: T\n\tdescription: x\n",
    "webhook/hook.yaml": "url: https://hook.example\n",
  });
  const { code, output } = await site.config("apply", "--folder", folder);
  expect([code, output.split("\n").slice(1, -1)]).toEqual([
    2,
    [
      "targetGroups/twice.yaml:1:1: id is 'GOOD', which targetGroups/good.yaml:1 describes as well.",
      "targetGroups/wrong.yaml:2:1: syncPasword is no property here. Do you mean 'syncPasswords'?",
      "targetGroups/wrong.yaml:3:20: passwordQueueMode must be one of none, manual, automatic.",
      "targetGroups/wrong.yaml:4:18: uniquePasswords must be true or false.",
      "targetSystems/broken.yaml:2:1: the file is not YAML: Tabs are not allowed as indentation.",
      "webhook:1:1: the file is no kind of configuration. Do you mean 'webhooks'?",
    ],
  ]);
  expect((await site.api.send("GET", "/v2/targetGroups('GOOD')", { as: "boss" })).status).toBe(404);
  const referring = writeFiles(site, { "targetGroups/refers.yaml": "id: REFERS\npasswordPolicyId: NOWHERE\n" });
  const refused = await site.config("apply", "--folder", referring);
  expect(refused.output).toContain(
    'targetGroups/refers.yaml:2:19: passwordPolicyId names "NOWHERE" of passwordPolicies, which is not there.',
  );
});

test("what the service refuses undoes all of it, and says the file", async () => {
  const folder = writeFiles(site, {
    "targetGroups/good.yaml": "id: GOOD\n",
    "targetSystems/bad.yaml": "id: BAD\ndescription: nobody approves\nfulfilment: none\n",
  });
  const { code, output } = await site.config("apply", "--folder", folder);
  expect(code).toBe(1);
  expect(output).toContain("targetSystems/bad.yaml:1:1: + targetSystems BAD: PHASES_MISSING: ");
  expect(output).toContain("Nothing was changed.");
  expect((await site.api.send("GET", "/v2/targetGroups('GOOD')", { as: "boss" })).status).toBe(404);
});

test("objects that no file names stay, unless --prune removes them; built-in ones stay always", async () => {
  const folder = join(site.folder, "out");
  const only = ["--only", "targetGroups,userClasses,settings,policies,targetSystems"];
  await send(site, "POST", "targetGroups", { id: "EXTRA" });
  await send(site, "POST", "targetSystems", {
    id: "SPARE",
    description: "spare",
    targetGroup: "EXTRA",
    fulfilment: "none",
    autoApprove: true,
  });
  await send(site, "POST", "targetSystems('LDAP')/credentials", {
    administratorId: "cn=old",
    password: "canary-of-old",
  });
  await change(site, "settings('BROWSER_SESSION_HOURS')", { value: 7 });
  expect((await site.config("plan", "--folder", folder, ...only)).output).toContain(
    "4 objects are in no file and stay.",
  );
  const pruned = await site.config("apply", "--folder", folder, "--prune", ...only);
  expect(pruned.output.split("\n").slice(0, 5)).toEqual([
    "- settings BROWSER_SESSION_HOURS",
    "- targetSystems SPARE",
    "- targetSystems LDAP / credentials cn=old",
    "- targetGroups EXTRA",
    "Plan: 0 to add, 0 to change, 4 to remove; 17 unchanged.",
  ]);
  expect(pruned.code).toBe(0);
  expect((await site.config("apply", "--folder", folder, "--prune")).output).toMatch(/^Nothing to change: 31 objects/);
  const empty = writeFiles(site, { "userClasses/.keep": "" });
  expect((await site.config("plan", "--folder", empty, "--prune")).output).toContain(
    "5 objects are in no file and stay.",
  );
});

test("a role that is no longer in the files is retired, and a changed one gets a new version", async () => {
  const folder = writeFiles(site, {
    "roles/sales.yaml": "id: SALES\ndescription: Sales and more\ndeficit: add\n",
  });
  const { output } = await site.config("apply", "--folder", folder, "--prune");
  expect(output).toContain("- roles LEADS\n");
  expect(output).toContain("Configuration applied: 0 added, 1 changed, 1 removed.");
  const roles = await site.api.send("GET", "/v2/roles", { as: "boss" });
  expect(roles.json.value).toMatchObject([{ id: "SALES", state: "inForce", number: 2, description: "Sales and more" }]);
  expect((await site.config("plan", "--folder", folder, "--prune")).output).toMatch(/^Nothing to change: 1 objects/);
});

test("secrets are set once, again when asked, and anew where the address has taken them away", async () => {
  const folder = writeFiles(site, {
    "targetSystems/ldap.yaml": (written["targetSystems/ldap.yaml"] ?? "").replace("ldap.test", "other.test"),
  });
  const plan = await site.config("plan", "--folder", folder);
  expect(plan.output).toContain('    address.host: "ldap.test" -> "other.test"\n');
  expect(plan.output).toContain(
    "~ targetSystems LDAP / credentials cn=admin,dc=test\n    password: secret, will be set\n",
  );
  const missing = await site.config("apply", "--folder", folder);
  expect([missing.code, missing.output]).toEqual([2, expect.stringContaining("There is no secret 'LDAP_PASSWORD'.")]);
  const applied = await site.configWith(secrets, "apply", "--folder", folder);
  expect(applied.output).toContain("Configuration applied: 0 added, 2 changed, 0 removed.");
  expect((await site.config("apply", "--folder", folder)).output).toMatch(/^Nothing to change: 5 objects/);
  const file = join(site.folder, "secrets.yaml");
  writeFileSync(file, "LDAP_PASSWORD: canary-of-the-file-of-secrets\n");
  const again = await site.config("apply", "--folder", folder, "--set-secrets", "--secrets", file);
  expect(again.output).toContain("Configuration applied: 0 added, 1 changed, 0 removed.");
});

test("a value of a secret in a file is refused and not repeated, also that of a secret setting", async () => {
  const folder = writeFiles(site, {
    "settings/smtp.yaml": "name: SMTP_PASSWORD\nvalue: canary-in-a-file\n",
    "targetSystems/ldap.yaml":
      "id: LDAP\ndescription: x\ncredentials:\n  - administratorId: a\n    password: canary-in-a-file\n",
  });
  const { code, output } = await site.config("plan", "--folder", folder);
  expect(code).toBe(2);
  expect(output).toContain("targetSystems/ldap.yaml:5:15: credentials[0].password must be { $secret: ");
  expect(output).toContain("settings/smtp.yaml:1:1: value must be { $secret: ");
  expect(output).not.toContain("canary");
});

test("an export has only its own files, and replaces those of an earlier one when asked", async () => {
  const folder = join(site.folder, "out");
  expect((await site.config("export", "--folder", folder)).code).toBe(2);
  writeFileSync(join(folder, "targetGroups", "GONE.yaml"), "id: GONE\n");
  writeFileSync(join(folder, "targetGroups", "notes.txt"), "ours\n");
  expect((await site.config("export", "--folder", folder, "--replace", "--only", "targetGroups")).code).toBe(0);
  expect(Object.keys(filesOf(folder)).filter((name) => name.startsWith("targetGroups/"))).toEqual([
    "targetGroups/DEFAULT.yaml",
    "targetGroups/OFFICE.yaml",
    "targetGroups/notes.txt",
  ]);
});

test("what the service makes a secret for needs a place for it, which no other file or output is", async () => {
  const folder = writeFiles(site, {
    "webhooks/two.yaml": "url: http://127.0.0.1:9/two\n",
    "targetGroups/g.yaml": "id: G2\n",
  });
  const refused = await site.config("apply", "--folder", folder);
  expect([refused.code, refused.output]).toEqual([
    2,
    expect.stringContaining("by --new-secrets. Nothing was changed."),
  ]);
  expect((await site.api.send("GET", "/v2/targetGroups('G2')", { as: "boss" })).status).toBe(404);
  const file = join(site.folder, "two.yaml");
  const applied = await site.config("apply", "--folder", folder, "--new-secrets", file);
  expect(applied.code).toBe(0);
  const secret = /secret: (\S+)/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  expect([secret.length > 20, applied.output.includes(secret), statSync(file).mode & 0o777]).toEqual([
    true,
    false,
    0o600,
  ]);
});

test("no canary is in any file of an export, in any output, or in the log", () => {
  const canaries = createSearch({
    env: secrets.LDAP_PASSWORD,
    old: "canary-of-old",
    file: "canary-of-the-file-of-secrets",
  });
  const outputs = [site, production].flatMap(({ outputs: of }) => of).join("\n");
  expect(outputs.length).toBeGreaterThan(1000);
  expect(canaries(Buffer.from(outputs))).toEqual([]);
  for (const folder of [join(site.folder, "out"), join(production.folder, "out")])
    expect(canaries(Buffer.from(Object.values(filesOf(folder)).join("\n")))).toEqual([]);
});

test("a change that somebody makes between plan and apply is not overwritten", async () => {
  const folder = writeFiles(site, {
    "targetGroups/a.yaml": "id: OFFICE\ndescription: ours\n",
    "policies/users.yaml": "name: users_get_list\nexpression: IsSuperuser()\n",
  });
  const rest = withToken(site.api.address, new Secret(await site.api.tokenOf("boss")));
  const options = { prune: false, setSecrets: false };
  const plan = await makePlan(rest, readFolder(folder), options);
  const means = { rest, secrets: openSecrets({}), comment: undefined, keep: () => undefined };
  await change(site, "targetGroups('OFFICE')", { description: "theirs" });
  await expect(applyPlan(plan, means)).rejects.toThrow(
    /^targetGroups\/a.yaml:1:1: ~ targetGroups OFFICE: VERSION_MISMATCH/,
  );
  const next = await makePlan(rest, readFolder(folder), options);
  await change(site, "policies('users_get_list')", { expression: "IsSuperuser() || true" });
  await expect(applyPlan(next, means)).rejects.toThrow(
    /~ policies users_get_list: VERSION_MISMATCH.*\nNothing was changed\.$/s,
  );
  expect((await site.api.send("GET", "/v2/targetGroups('OFFICE')", { as: "boss" })).json.description).toBe("theirs");
});

test("more than one transaction can hold: what was done before a refusal stays and is told, and applying again goes on", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 130 }, (_, at) => [`targetGroups/${at + 100}.yaml`, `id: G${at + 100}\n`]),
  );
  const wrong = { ...many, "targetSystems/bad.yaml": "id: BAD\ndescription: x\nfulfilment: none\n" };
  const folder = writeFiles(production, wrong);
  const { code, output } = await production.config("apply", "--folder", folder);
  expect(code).toBe(1);
  expect(output).toContain("targetSystems/bad.yaml:1:1: + targetSystems BAD: PHASES_MISSING");
  expect(output).toContain("Done before: + targetGroups G100; ");
  expect(output).toContain("Not done: 31 of 131. Apply again to go on.");
  writeFileSync(
    join(folder, "targetSystems/bad.yaml"),
    "id: BAD\ndescription: x\nfulfilment: none\nautoApprove: true\n",
  );
  const again = await production.config("apply", "--folder", folder);
  expect(again.output).toContain("Configuration applied: 31 added, 0 changed, 0 removed.");
  const office = "id: OFFICE\ndescription: Systems of the office\nsyncPasswords: true\npasswordPolicyId: LONG\n";
  const removed = writeFiles(production, { "targetGroups/one.yaml": "id: G100\n", "targetGroups/two.yaml": office });
  const pruned = await production.config("apply", "--folder", removed, "--prune", "--only", "targetGroups");
  expect(pruned.output).toContain("Configuration applied: 0 added, 0 changed, 129 removed.");
});

test("a user without the right is refused by the service, and nobody answers where nothing listens", async () => {
  const passwordFile = join(site.folder, "ada.txt");
  writeFileSync(passwordFile, "password-of-ada\n");
  const signIn = ["--user", "ada", "--password-file", passwordFile];
  const folder = join(site.folder, "of-ada");
  const refused = await callCommand(["config", "export", "--folder", folder, "--url", site.api.address, ...signIn]);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("FORBIDDEN")]);
  expect(existsSync(folder)).toBe(false);
  const nobody = await callCommand([
    "config",
    "plan",
    "--folder",
    site.folder,
    "--url",
    "http://127.0.0.1:1",
    ...signIn,
  ]);
  expect(nobody.code).toBe(3);
});

test("what the service keeps in another form than it was written in does not differ for ever", async () => {
  const folder = writeFiles(production, {
    "userClasses/a.yaml": "id: SLOPPY\ndescription: |\n  two lines\n  \ncondition: >\n  disabled eq false\n",
    "targetSystems/a.yaml": `id: SLOPPY
type: fault
description: "  blanks around  "
address: { url: "ldap://127.0.0.1:9/", empty: {}, nothing: null }
listSchedule: "30  2 * * *"
proxyServers: []
helpUrl: https://help.example
authorizationPhases:
  - { sequence: 7, authorizers: [{ userClass: _MANAGER_DIRECT_ }] }
  - { sequence: 3, minApprovals: 0, rule: "all(  user('ada') )" }
`,
    "roles/a.yaml": "id: SLOPPY\nstate: draft\ndescription: ' x '\n",
    "sodRules/a.yaml":
      "id: SLOPPY\ndescription: ' x '\nparts:\n  - items: [{ itemType: targetSystem, itemKey: LDAP }]\n  - items: [{ itemType: targetSystem, itemKey: Ledger-Über }]\n",
    "clients/a.yaml":
      "id: sloppy\nisPublic: true\ngrants: [authorization_code]\nscopes: [openid, api]\nredirectUris: [https://a.example/]\npostLogoutRedirectUris: [https://b.example/, https://a.example/]\n",
    "webhooks/a.yaml": "url: https://hook.example\neventTypes: []\n",
    "settings/a.yaml": "name: LOCKOUT_DURATION\nvalue: '45'\n",
    "settings/b.yaml": "name: CORS_ORIGINS\nvalue: 'https://a.example, https://b.example'\n",
    "samlProviders/a.yaml": `id: sloppy\nentryPoint: https://idp.example/sso\nissuer: x\ncertificates: [${plainCertificate}]\n`,
  });
  const applied = await production.config(
    "apply",
    "--folder",
    folder,
    "--new-secrets",
    join(production.folder, "sloppy.yaml"),
  );
  expect(applied.output.split("\n").slice(-4).join("\n")).toContain("Configuration applied: ");
  expect((await production.config("apply", "--folder", folder)).output).toMatch(/^Nothing to change: 9 objects/);
});

async function send({ api }: Site, method: string, path: string, body: object): Promise<void> {
  const { status, text } = await api.send(method, `/v2/${path}`, { as: "boss", body });
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
}

const change = (at: Site, path: string, body: object) => send(at, "PATCH", path, body);

/** Returns a value for each secret to which files refer. */
function secretsOf(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = Object.values(files).flatMap((text) => [...text.matchAll(/env: (\w+)/g)].map(([, name = ""]) => name));
  return Object.fromEntries(names.map((name) => [name, `canary-of-production-${name}`]));
}
