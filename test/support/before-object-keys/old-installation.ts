import { openProxyKeys } from "#activities/proxy/keys.ts";
import { Secret } from "#connectors/contract/index.ts";
import { builtInUserClasses } from "#domain/identity/user-classes.ts";
import type { KeyRing } from "#platform/keys/keys.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { openKeyRing } from "#store/key-ring-record.ts";

import { changeDirectory } from "../fault-directory.ts";
import { writeOldAudit } from "./old-audit.ts";
import { listedTarget, loadedTarget, type OldDiscoveries, writeOldDiscoveries } from "./old-discoveries.ts";
import { bigTarget, type OldObjects, twins, writeOldObjects } from "./old-objects.ts";
import { type OldRequest, type WrittenRequest, writeOldRequests } from "./old-requests.ts";
import { OldRows, randomKey } from "./old-rows.ts";
import { migrateBeforeObjectKeys } from "./old-schema.ts";

/** An installation as it was before keys were made of objects, with work in progress. */
export interface OldInstallation extends OldDiscoveries {
  readonly people: Readonly<Record<"ada" | "bob" | "cy", string>>;
  readonly objects: OldObjects;
  readonly requests: Readonly<Record<OldRequest, WrittenRequest>>;
  /** The file of a target system. */
  readonly fileOf: (target: string) => string;
}

/** Place of an old installation, and the number of its accounts. */
export interface OldPlace {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly accounts: number;
}

const hourMs = 3_600_000;
const accountsElsewhere = 1000;

/** Writes an installation into an empty database. */
export async function writeOldInstallation({ databaseUrl, folder, accounts }: OldPlace): Promise<OldInstallation> {
  await migrateBeforeObjectKeys(databaseUrl);
  const database = openDatabase({ databaseUrl });
  try {
    const keyRing = await openKeyRing({ databaseUrl, folder });
    const place = { database, keyRing, folder, accounts: Math.max(accounts - accountsElsewhere, 2 * twins) };
    return await database.transactions.run(() => write(place));
  } finally {
    await database.close();
  }
}

interface Parts extends Pick<OldPlace, "folder" | "accounts"> {
  readonly database: Database;
  readonly keyRing: KeyRing;
}

async function write({ database, keyRing, folder, accounts }: Parts): Promise<OldInstallation> {
  const nowMs = Date.now();
  const rows = new OldRows(database, nowMs - hourMs);
  const fileOf = (target: string) => `${folder}/${target}.db`;
  const people = { ada: randomKey(), bob: randomKey(), cy: randomKey() };
  await writeHouse(rows, { people, folder, nowMs });
  for (const id of [bigTarget, listedTarget, loadedTarget]) await writeTarget(rows, { id, file: fileOf(id), keyRing });
  const objects = await writeOldObjects(rows, { accounts, ownerKey: people.ada, keyRing });
  fillBigTarget(fileOf(bigTarget), objects);
  const requests = await writeOldRequests(rows, { objects, people, keyRing, nowMs });
  const discoveries = await writeOldDiscoveries(rows, { nowMs, fileOf });
  await writeOldAudit({ rows, database, nowMs }, keyRing);
  await rows.finish();
  return { people, objects, requests, fileOf, ...discoveries };
}

const capabilities = ["addMember", "create", "get", "list", "serverInfo"];

interface House {
  readonly people: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly nowMs: number;
}

/** Writes the built-in rows of an installation, its users, and its proxy, which keeps its keys over the upgrade. */
async function writeHouse(rows: OldRows, { people, folder, nowMs }: House): Promise<void> {
  await rows.add("nodes", [{ key: randomKey(), id: "node1", registeredAt: nowMs - hourMs }]);
  await rows.add(
    "userClasses",
    Object.entries(builtInUserClasses).map(([id, { description }]) => ({ id, description })),
  );
  await rows.add("targetGroups", [
    {
      id: "DEFAULT",
      description: "All",
      syncPasswords: false,
      uniquePasswords: false,
      passwordChangeRestriction: "anyNumber",
      passwordPolicyId: "DEFAULT",
    },
  ]);
  await rows.add(
    "users",
    Object.entries(people).map(([id, key]) => ({
      key,
      id,
      displayName: id,
      superuser: false,
      locked: false,
      disabled: false,
      failures: 0,
      tokenVersion: 1,
    })),
  );
  const { signingKey, sealingKey } = openProxyKeys(`${folder}/local`);
  const connectors = [{ id: "fault", version: "1.0.0", capabilities, addressSchema: {} }];
  const reported = { status: "enrolled", lastSeenAt: nowMs, softwareVersion: "test" };
  await rows.add("proxyServers", [{ id: "local", ...reported, signingKey, sealingKey, connectors }]);
}

interface Target {
  readonly id: string;
  readonly file: string;
  readonly keyRing: KeyRing;
}

async function writeTarget(rows: OldRows, { id, file, keyRing }: Target): Promise<void> {
  await rows.add("targetSystems", [
    {
      id,
      type: "fault",
      description: id,
      address: { file },
      targetGroup: "DEFAULT",
      mode: "automatic",
      enabled: true,
      sourceOfProfiles: false,
      proxyServers: [],
    },
  ]);
  const option = { key: randomKey(), targetSystemId: id, name: "autoApprove", type: "boolean", value: "true" };
  await rows.add("targetSystemOptions", [option]);
  const key = randomKey();
  const password = keyRing.seal(new Secret("admin-secret"), {
    table: "targetSystemCredentials",
    key,
    column: "password",
  });
  const login = { key, targetSystemId: id, administratorId: "admin", password, useOrder: 0, lastChanged: Date.now() };
  await rows.add("targetSystemCredentials", [{ ...login, runAs: false, isSystemPassword: false }]);
}

/** Writes the groups of the big target and the first accounts, to which the requests refer, into its directory. */
function fillBigTarget(file: string, { accountKeys, groupKeys }: OldObjects): void {
  changeDirectory(file, (directory) => {
    const insert = directory.prepare(
      "INSERT INTO objects (id, type, name, attributes, createdBy) VALUES (?, ?, ?, '{}', '')",
    );
    for (const id of groupKeys.keys()) insert.run(Number(id), "group", `user${id}`);
    for (const id of [...accountKeys.keys()].slice(0, twins)) insert.run(Number(id), "account", `user${id}`);
  });
}
