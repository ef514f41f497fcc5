// @few it starts the service, three target systems and two senders
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { freePort } from "#platform/processes/free-port.ts";
import { identityOf } from "#platform/processes/process-identity.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { type FreshHost, startFreshHost } from "../support/fresh-host.ts";
import type { GatehouseProcess } from "../support/gatehouse.ts";
import { inParallel } from "../support/in-parallel.ts";
import { firstPassword, personEntry } from "../support/sender-targets.ts";
import { testSize } from "../support/test-size.ts";
import { stepsOf } from "../support/walk-through.ts";
import { openSynchronizedTargets, type SynchronizedTargets } from "./synchronized-targets.ts";

// Passwords that people set on a directory and on a Linux host, which the service sets on their other accounts: all of it as it is shipped.

const everybody = Array.from({ length: testSize(4, 500) }, (_, index) => `person${index}`);
const [ada = "", ben = "", cy = "", dan = ""] = everybody;
const waitMs = testSize(60_000, 600_000);
const settleMs = 60_000;

let room: SynchronizedTargets;
let senders: Record<"DIRECTORY" | "HOST", GatehouseProcess>;

beforeAll(async () => {
  room = await openSynchronizedTargets(everybody);
  senders = { DIRECTORY: await room.startSender("DIRECTORY"), HOST: await room.startSender("HOST") };
}, 300_000);
afterAll(async () => {
  await room?.stop();
}, 60_000);

const dnOf = (name: string) => `uid=${name},${room.directory.accountsDN}`;

/** Sets passwords in the directory, as its administrator. */
async function setInDirectory(changes: readonly (readonly [string, string])[]): Promise<void> {
  const { url, admin } = room.directory;
  await inParallel(changes.length, 10, async (index) => {
    const [name, password] = changes[index] ?? ["", ""];
    const client = new Client({ url });
    await client.bind(admin.dn, admin.password);
    const modification = new Attribute({ type: "userPassword", values: [password] });
    await client.modify(dnOf(name), new Change({ operation: "replace", modification }));
    await client.unbind();
  });
}

async function setOnHost(changes: readonly (readonly [string, string])[]): Promise<void> {
  const lines = changes.map(([name, password]) => `${name}:${password}\n`).join("");
  expect(await room.onHost("chpasswd", lines)).toEqual({ code: 0, output: "" });
}

async function untilOpens(name: string, password: string): Promise<void> {
  await expect
    .poll(() => room.opened(name, password), { timeout: waitMs, interval: 200, message: `${name}: ${logs()}` })
    .toEqual(["DIRECTORY", "HOST", "DATABASE"]);
}

const logs = () =>
  Object.values(senders)
    .map((sender) => sender.output().slice(-2_000))
    .join("\n");
const auditsOf = async (operation: string, name: string) => {
  const rows = await room.service.context.store.select("sesslog_full", { where: { operation } });
  return rows.filter((row) => row.account === name);
};

/** Waits until nothing is under way: no change waits at a sender, and no operation runs. */
async function untilQuiet(): Promise<void> {
  const { store } = room.service.context;
  await expect
    .poll(
      async () => {
        const running = await store.select("requestOperations", {});
        return running.filter(({ result }) => result === null).length;
      },
      { timeout: waitMs, interval: 300 },
    )
    .toBe(0);
}

/** Returns what has happened to the accounts of a person, for the message of a failure. */
async function historyOf(name: string): Promise<readonly string[]> {
  const { store } = room.service.context;
  const accounts = await store.select("accounts", { where: { shortId: name } });
  const keys = accounts.map(({ key }) => key);
  const operations = await store.select("requestOperations", {});
  const audits = await store.select("sesslog_full", { where: { account: name } });
  return [
    ...operations
      .filter(({ accountKey }) => keys.includes(accountKey ?? ""))
      .map(({ code, targetSystemKey, result, errorCode, errorMessage }) =>
        [code, targetSystemKey, result, errorCode, errorMessage].join(" "),
      ),
    ...audits.map(({ operation, targetSystem, result, message }) =>
      [operation, targetSystem, result, message].join(" "),
    ),
  ];
}

describe("few changes", () => {
  test("a change in the directory is set on the host and in the database, and one on the host the other way", async () => {
    await setInDirectory([[ada, "Set-in-directory-1"]]);
    await untilOpens(ada, "Set-in-directory-1");
    await setOnHost([[ada, "Set-on-the-host-2"]]);
    await untilOpens(ada, "Set-on-the-host-2");
    expect(await room.opened(ada, "Set-in-directory-1")).toEqual([]);
  });

  test("each is recorded with its sender, and nothing comes back", async () => {
    await untilQuiet();
    const outcomes = async () => (await auditsOf("PWSY", ada)).map(({ message }) => /: (\w+)/.exec(message ?? "")?.[1]);
    // Of each change the other sender sees what the service sets there, and the service knows it again.
    await expect.poll(outcomes, { timeout: waitMs }).toEqual(["synchronized", "echo", "synchronized", "echo"]);
    const reports = await auditsOf("PWSY", ada);
    expect(reports.every(({ ident }) => ident !== null && ident !== "")).toBe(true);
    const changes = await auditsOf("ACHG", ada);
    expect(changes.every(({ ident }) => ident !== null && ident !== "")).toBe(true);
    expect(await auditsOf("SRES", ada)).toEqual([]);
  });

  test("a password that the policy of the account refuses is refused where it is set, in the words of the rule", async () => {
    const { code, output } = await room.onHost("chpasswd", `${ben}:Aa1-${"x".repeat(150)}\n`);
    expect(code, output).not.toBe(0);
    expect(output).toContain("The password must have at most 127 characters; choose a shorter one.");
    expect(output).not.toContain("xxxx");
    expect(await room.opened(ben, firstPassword)).toEqual(["DIRECTORY", "HOST", "DATABASE"]);
  });

  test("changes that are made while the service is away are kept by senders that are killed, and set when it is back", async () => {
    await room.whileAway(async () => {
      await setOnHost([
        [cy, "While-away-Word-1"],
        [cy, "While-away-Word-2"],
      ]);
      await setInDirectory([[dan, "While-away-Word-3"]]);
      expect(await room.opened(cy, "While-away-Word-2")).toEqual(["HOST"]);
      for (const target of ["HOST", "DIRECTORY"] as const) {
        senders[target].child.kill("SIGKILL");
        await senders[target].ended();
        senders[target] = await room.startSender(target);
      }
    });
    await untilOpens(cy, "While-away-Word-2");
    await untilOpens(dan, "While-away-Word-3");
  }, 240_000);

  test("no password is in a file or an output of a sender", () => {
    for (const sender of Object.values(senders)) expect(sender.output()).not.toMatch(/Word-\d|Set-(on|in)/);
    for (const folder of Object.values(room.folders)) {
      for (const name of ["sender.json", "spool/series.json"])
        expect(readFileSync(join(folder, name), "utf8")).not.toMatch(/Word-\d/);
    }
  });
});

test("changes of everybody in the directory and on the host at once end with one password each", async () => {
  const changes = (place: string) => everybody.map((name, index) => [name, `Of-the-${place}-${index}-x1`] as const);
  await Promise.all([setInDirectory(changes("directory")), setOnHost(changes("host"))]);
  await untilQuiet();
  const isSame = /^(all none|none all)$/;
  const stateOf = async (index: number) => {
    const opened = ["directory", "host"].map((place) =>
      room.opened(everybody[index] ?? "", `Of-the-${place}-${index}-x1`),
    );
    const words = (await Promise.all(opened)).map((targets) => targets.join());
    return words.map((word) => ({ "DIRECTORY,HOST,DATABASE": "all", "": "none" })[word] ?? word).join(" ");
  };
  await inParallel(everybody.length, 8, async (index) => {
    await expect
      .poll(() => stateOf(index), { timeout: settleMs, interval: 500 })
      .toMatch(isSame)
      .catch(async (cause: unknown) => {
        const name = everybody[index] ?? "";
        const said = [await stateOf(index), ...(await historyOf(name))].join("\n");
        throw new Error(`The passwords of ${name} differ: ${said}`, { cause });
      });
  });
  await untilQuiet();
  const reports = (await Promise.all(everybody.map((name) => auditsOf("PWSY", name)))).flat();
  expect(reports.every(({ ident }) => ident !== null)).toBe(true);
}, 900_000);

describe("the pages", () => {
  let host: FreshHost;
  let passwordFile: string;
  beforeAll(async () => {
    host = await startFreshHost();
    passwordFile = join(host.folder, "superuser");
    writeFileSync(passwordFile, `${room.installation.superuser.password}\n`, { mode: 0o600 });
    const { store, ids } = room.service.context;
    // Target systems of the pages, with the account that the steps change.
    await store.transaction(async () => {
      for (const [id, name] of [
        ["FRESHHOST", "fresh"],
        ["FRESHDIRECTORY", "grace"],
      ] as const) {
        await store.add("targetSystems", {
          id,
          type: "sqlite",
          description: id,
          address: { file: "unused" },
          proxyServers: [],
        });
        const names = { stableId: name, longId: name, shortId: name, displayId: name };
        await store.add("accounts", { key: ids.guid(), targetSystemKey: id, ...names });
      }
    });
  });
  afterAll(() => host?.stop());

  const environment = (target: string) => ({
    SERVICE: room.installation.address,
    TARGET: target,
    PASSWORD_FILE: passwordFile,
    GATEHOUSE: process.cwd(),
  });

  test("the steps of docs/password-sender-linux.md lead to a host that reports its changes", async () => {
    const steps = stepsOf("docs/password-sender-linux.md", "Install it");
    expect(steps).toHaveLength(6);
    const made = "useradd -M -s /bin/sh fresh\n";
    const given = { ...environment("FRESHHOST"), ACCOUNT: "fresh", NEW_PASSWORD: "Sunny-Meadow-7-Walk" };
    const { stdout } = await host.walk([made, ...steps, 'echo "started $!"\n'], given);
    expect(stdout).toMatch(/pam_gatehouse\.so judge\n[^]*pam_gatehouse\.so report/);
    expect(stdout).toMatch(/FRESHHOST .* reported .*\(recorded\)/);
    expect(readFileSync(join(host.folder, "sender.log"), "utf8")).not.toContain("Sunny-Meadow");
    // The sender has ended with the shell of the steps.
    expect(identityOf(Number(/^started (\d+)$/m.exec(stdout)?.[1]))).toBeUndefined();
  }, 180_000);

  test("the steps of docs/password-sender-openldap.md lead to a directory that reports its changes", async () => {
    const steps = stepsOf("docs/password-sender-openldap.md", "Install it");
    expect(steps).toHaveLength(5);
    const slapd = await startSlapd(host);
    try {
      const files = { OLD_PASSWORD_FILE: firstPassword, NEW_PASSWORD_FILE: "Sunny-Meadow-8-Walk" };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(host.folder, name), text, { mode: 0o600 });
      rmSync(join(host.folder, "token.txt"), { force: true });
      const { stdout } = await host.walk(["rm -rf /var/lib/gatehouse-password-sender\n", ...steps], {
        ...environment("FRESHDIRECTORY"),
        ACCOUNTS: "ou=people,dc=example,dc=test",
        DATABASE: "olcDatabase={1}mdb,cn=config",
        ACCOUNT_DN: "uid=grace,ou=people,dc=example,dc=test",
        ...Object.fromEntries(Object.keys(files).map((name) => [name, join(host.folder, name)])),
      });
      expect(stdout).toMatch(/FRESHDIRECTORY .* reported .*\(recorded\)/);
    } finally {
      await slapd();
    }
  }, 180_000);
});

/** Starts the slapd of a fresh host as Debian's package sets it up, with one person. Returns what stops it. */
async function startSlapd(host: FreshHost): Promise<() => Promise<void>> {
  const folder = join(host.folder, "slapd");
  mkdirSync(folder);
  writeFileSync(join(folder, "config.ldif"), slapdConfiguration);
  const domain = "dn: dc=example,dc=test\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n";
  const people = "\ndn: ou=people,dc=example,dc=test\nobjectClass: organizationalUnit\nou: people\n";
  writeFileSync(join(folder, "data.ldif"), `${domain}${people}${personEntry("grace")}`);
  await host.walk([
    `rm -rf /etc/ldap/slapd.d /var/lib/ldap; install -d -o openldap -g openldap /etc/ldap/slapd.d /var/lib/ldap /run/slapd
slapadd -n 0 -F /etc/ldap/slapd.d -l ${folder}/config.ldif
slapadd -n 1 -F /etc/ldap/slapd.d -l ${folder}/data.ldif
chown -R openldap:openldap /etc/ldap/slapd.d /var/lib/ldap
`,
  ]);
  const [program = "", ...within] = host.within;
  const urls = `ldapi:/// ldap://127.0.0.1:${await freePort()}/`;
  const server = spawn(
    program,
    [...within, "slapd", "-d", "0", "-u", "openldap", "-g", "openldap", "-F", "/etc/ldap/slapd.d", "-h", urls],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  await once(server, "spawn");
  await host.walk(["until ldapwhoami -Q -Y EXTERNAL -H ldapi:/// > /dev/null 2>&1; do sleep 0.1; done\n"]);
  return () => stopProcess(server);
}

const slapdConfiguration = `dn: cn=config
objectClass: olcGlobal
cn: config

dn: cn=module{0},cn=config
objectClass: olcModuleList
cn: module{0}
olcModulePath: /usr/lib/ldap
olcModuleLoad: back_mdb

dn: cn=schema,cn=config
objectClass: olcSchemaConfig
cn: schema

include: file:///etc/ldap/schema/core.ldif
include: file:///etc/ldap/schema/cosine.ldif
include: file:///etc/ldap/schema/inetorgperson.ldif

dn: olcDatabase={0}config,cn=config
objectClass: olcDatabaseConfig
olcDatabase: {0}config
olcAccess: to * by dn.exact=gidNumber=0+uidNumber=0,cn=peercred,cn=external,cn=auth manage by * break

dn: olcDatabase={1}mdb,cn=config
objectClass: olcDatabaseConfig
objectClass: olcMdbConfig
olcDatabase: {1}mdb
olcDbDirectory: /var/lib/ldap
olcSuffix: dc=example,dc=test
olcAccess: to attrs=userPassword by self write by anonymous auth by * none
olcAccess: to * by * read
`;
