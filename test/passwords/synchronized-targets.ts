import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createConnection } from "mysql2/promise";
import { expect } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { testDatabase } from "../support/database.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { type OpenSsh, startOpenSsh } from "../support/openssh.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, pathOf, type RestUser } from "../support/rest.ts";
import {
  buildModule,
  firstPassword,
  opensHost,
  overlayAccess,
  overlaySettings,
  personEntry,
} from "../support/sender-targets.ts";
import { type SqlTarget, startMariaDbTarget } from "../support/sql-target.ts";
import { startTcpRelay } from "../support/tcp-relay.ts";

const targetIds = ["DIRECTORY", "HOST", "DATABASE"] as const;

/** Target system of the room: an OpenLDAP directory, a Linux host, and a MariaDB without a sender. */
export type RoomTarget = (typeof targetIds)[number];

/** Three target systems whose passwords are kept the same, two of them with a password sender. */
export interface SynchronizedTargets {
  readonly installation: Installation;
  readonly service: ComposedService;
  readonly directory: OpenLdap;
  /** Folders of the senders. */
  readonly folders: Readonly<Record<"DIRECTORY" | "HOST", string>>;
  /** Breaks the way of the senders to the service while `done` runs. */
  whileAway(done: () => Promise<void>): Promise<void>;
  /** Starts the sender of a target system; waits until it takes changes. */
  startSender(target: "DIRECTORY" | "HOST"): Promise<GatehouseProcess>;
  /** Returns the target systems on which a password opens an account. */
  opened(name: string, password: string): Promise<readonly RoomTarget[]>;
  /** Runs shell commands on the host, as root; returns exit code and output of both streams. */
  onHost(script: string, input: string): Promise<{ readonly code: number; readonly output: string }>;
  stop(): Promise<void>;
}

/** Opens the room with accounts of these names on each target system. */
export async function openSynchronizedTargets(names: readonly string[]): Promise<SynchronizedTargets> {
  const folder = mkdtempSync(join(tmpdir(), "gh-senders-"));
  const folders = { DIRECTORY: join(folder, "d"), HOST: join(folder, "h") };
  for (const path of Object.values(folders)) mkdirSync(path, { mode: 0o700 });
  const [database, module] = await Promise.all([testDatabase(folder), buildModule(folder)]);
  const line = (step: string) => `${module} ${step} folder=${folders.HOST}`;
  const [directory, host, server] = await Promise.all([
    startOpenLdap({
      ldif: names.map(personEntry).join(""),
      settings: `moduleload back_sock\n${overlaySettings(join(folders.DIRECTORY, "socket"))}`,
      access: overlayAccess("cn=gatehouse,dc=example,dc=test"),
      // Of two changes at once the directory may get back what it had before.
      passwordPolicy: { pwdInHistory: "0" },
    }),
    startOpenSsh({ before: `password requisite ${line("judge")}`, after: `password optional ${line("report")}` }),
    startMariaDbTarget(),
  ]);
  await addLogins(names, host, server);
  const installation = await startInstallation({
    databaseUrl: database.url,
    environment: { TOKEN_REQUESTS_PER_MINUTE_AND_ADDRESS: "10000" },
  });
  const service = await installation.compose();
  const rest = createRestClient(installation.address);
  const admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  const people = await addPeople(service.context, names, "a-password-for-this-test");
  await addTargets(admin, { directory, host, server });
  await ownAccounts(service, people);
  const senders: GatehouseProcess[] = [];
  const way = await breakableWay(installation.address);
  for (const target of ["DIRECTORY", "HOST"] as const)
    await enrolHere(admin, { target, folder: folders[target], address: way.address });
  return {
    installation,
    service,
    directory,
    folders,
    whileAway: way.whileAway,
    async startSender(target) {
      const kind = target === "HOST" ? ["--linux"] : ["--openldap", "--accounts", directory.accountsDN];
      const started = startGatehouse(["password-sender", "run", "--data", folders[target], ...kind]);
      senders.push(started);
      await started.until(/The password sender takes changes/);
      return started;
    },
    async opened(name, password) {
      const dn = `uid=${name},${directory.accountsDN}`;
      const tries = [
        directory.ldapwhoami(dn, password),
        opensHost(host, name, password),
        opensDatabase(server, name, password),
      ];
      const opens = await Promise.all(tries);
      return targetIds.filter((_, index) => opens[index]);
    },
    async onHost(script, input) {
      const file = join(folder, "input");
      writeFileSync(file, input, { mode: 0o600 });
      try {
        return { code: 0, output: await host.inside("sh", "-c", `{ ${script}\n} < '${file}' 2>&1`) };
      } catch (error) {
        const { code = 1, stdout = "" } = error as { readonly code?: number; readonly stdout?: string };
        return { code, output: stdout };
      }
    },
    async stop() {
      await Promise.all(senders.map(({ child }) => stopProcess(child)));
      await way.stop();
      rest.close();
      await service.close();
      await installation.stop();
      await Promise.all([directory.stop(), host.stop(), server.stop(), database.remove()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a way to an address that can be broken and comes back at the same port. */
async function breakableWay(address: string) {
  const { hostname: host, port } = new URL(address);
  const service = { host, port: Number(port) };
  let relay = await startTcpRelay(service);
  return {
    address: `http://127.0.0.1:${relay.port}`,
    async whileAway(done: () => Promise<void>): Promise<void> {
      await relay.stop();
      await done();
      relay = await startTcpRelay(service, relay.port);
    },
    stop: () => relay.stop(),
  };
}

interface SenderHere {
  readonly target: string;
  readonly folder: string;
  readonly address: string;
}

/** Invites a sender and enrolls it by its command. */
async function enrolHere(admin: RestUser, { target, folder, address }: SenderHere): Promise<void> {
  const made = await admin.post("/v2/passwordSenders", { targetSystemKey: target, name: target });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { key, token } = made.body as { readonly key: string; readonly token: string };
  const words = ["password-sender", "enrol", key, "--data", folder, "--url", address];
  const enrolling = startGatehouse(words, { input: `${token}\n` });
  expect(await enrolling.ended(), enrolling.output()).toBe(0);
}

async function addLogins(names: readonly string[], host: OpenSsh, server: SqlTarget): Promise<void> {
  const list = names.join(" ");
  // By its hash, because the sender does not run yet.
  const hash = (await host.inside("perl", "-e", "print crypt($ARGV[0], '$6$room')", firstPassword)).trim();
  await host.inside("sh", "-ec", `for name in ${list}; do useradd -M -s /bin/sh -p '${hash}' "$name"; done`);
  for (const name of names) await server.query(`CREATE USER '${name}'@'%' IDENTIFIED BY '${firstPassword}'`);
}

interface Servers {
  readonly directory: OpenLdap;
  readonly host: OpenSsh;
  readonly server: SqlTarget;
}

async function addTargets(admin: RestUser, { directory, host, server }: Servers): Promise<void> {
  const { url, baseDN, accountsDN, groupsDN } = directory;
  expect((await admin.post("/v2/targetGroups", { id: "SAME", syncPasswords: true })).status).toBe(201);
  const [login] = server.credentials;
  const rows = [
    {
      id: "DIRECTORY",
      type: "ldap",
      address: { url, baseDN, accountsDN, groupsDN },
      login: directory.admin.dn,
      secret: directory.admin.password,
    },
    {
      id: "HOST",
      type: "ssh",
      address: { host: "127.0.0.1", port: host.port, hostKeys: [host.fingerprint], sudo: true },
      login: host.operator.login,
      secret: host.operator.password,
    },
    { id: "DATABASE", type: "sql", address: server.address, login: login?.login, secret: login?.secret },
  ];
  for (const { login: administratorId, secret, ...row } of rows) {
    const made = await admin.post("/v2/targetSystems", {
      ...row,
      description: row.id,
      targetGroup: "SAME",
      autoApprove: true,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const given = await admin.post(`/v2/targetSystems('${row.id}')/credentials`, { administratorId, password: secret });
    expect(given.status, JSON.stringify(given.body)).toBe(201);
    const begun = await admin.post(`/v2/targetSystems('${row.id}')/discover`, {});
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    await admin.until(pathOf(begun), ({ status }) => status === "succeeded");
  }
}

/** Gives each account to the person of its name. */
async function ownAccounts(
  { context: { store } }: ComposedService,
  people: Readonly<Record<string, string>>,
): Promise<void> {
  await store.transaction(async () => {
    for (const { key, shortId } of await store.select("accounts", {})) {
      const userKey = people[shortId];
      if (userKey !== undefined) await store.save("accounts", { key, userKey });
    }
  });
}

async function opensDatabase({ address: { host, port } }: SqlTarget, user: string, password: string): Promise<boolean> {
  try {
    await (await createConnection({ host, port, user, password })).end();
    return true;
  } catch (error) {
    if ((error as { readonly code?: string }).code === "ER_ACCESS_DENIED_ERROR") return false;
    throw error;
  }
}
