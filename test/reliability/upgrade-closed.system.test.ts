import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type ComposedService, composeService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { submit } from "#operations/requests/submit.ts";
import { install } from "#operations/setup/install.ts";
import { updateTargetSystem } from "#operations/target-systems/change-target-systems.ts";
import { createLogger } from "#platform/logs/log.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { closedResources } from "#store/closed-resources.ts";
import { openDatabase } from "#store/database.ts";
import { migrate } from "#store/schema/migrate.ts";

import { listedTarget, loadedTarget } from "../support/before-object-keys/old-discoveries.ts";
import { type OldInstallation, writeOldInstallation } from "../support/before-object-keys/old-installation.ts";
import { bigTarget } from "../support/before-object-keys/old-objects.ts";
import { randomKey } from "../support/before-object-keys/old-rows.ts";
import { callCommand } from "../support/commands.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { repeatedRequests } from "../support/repeated-requests.ts";
import { callerOf } from "../support/service.ts";

const timeout = 120_000;

let folder: string;
let database: TestDatabase;
let old: OldInstallation;
let service: ComposedService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-closed-"));
  database = await testDatabase(folder);
  old = await writeOldInstallation({ databaseUrl: database.url, folder, accounts: 0 });
  await closeAsBefore();
  await migrate({ databaseUrl: database.url });
  const settings = readSettings({ GATEHOUSE_DATA: folder, DATABASE_URL: database.url, ...repeatedRequests });
  service = await composeService(settings, "test", {
    dispatch: "none",
    log: createLogger({ module: "test", level: "silent" }),
  });
  await invoke(install, service.context, programCaller("test"), {});
}, timeout);
afterAll(async () => {
  await service.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the state of before: of the three targets one has `autoApprove`, one has a phase, and one has neither; all groups are managed. */
async function closeAsBefore(): Promise<void> {
  const opened = openDatabase({ databaseUrl: database.url });
  try {
    await opened.transactions.run(async () => {
      await opened.run(
        `DELETE FROM \`targetSystemOptions\` WHERE \`targetSystemId\` IN ('${bigTarget}', '${loadedTarget}')`,
      );
      await opened.run("UPDATE `groups` SET `managed` = 1");
      await opened.run(
        "INSERT INTO `authorizationPhases` (`key`, `targetSystemId`, `sequence`, `minApprovals`, `maxDenials`, `lastUpdatedModule`, `lastUpdatedNode`, `version`, `_v`) " +
          `VALUES ('${randomKey()}', '${loadedTarget}', 1, 1, 1, 'rest', 'node1', 1, '{}')`,
      );
    });
  } finally {
    await opened.close();
  }
}

const ada = () => callerOf({ key: old.people.ada, id: "ada", superuser: false });

/** Requests an operation there; returns "taken", or the code of the refusal. */
const ask = (operation: object) =>
  invoke(submit, service.context, ada(), { recipientKey: old.people.ada, operations: [operation] }).then(
    () => "taken",
    ({ code }: { code: string }) => code,
  );
const account = (targetSystemKey: string) => ({ code: "ACUA", targetSystemKey, attributes: { shortId: "new" } });
const closed = () => closedResources({ databaseUrl: database.url }, 1_000_000);

test("what the upgrade names cannot be requested, and everything else can", { timeout }, async () => {
  const report = await closed();
  const groups = await service.context.store.select("groups", { orderBy: [["shortId", "asc"]] });
  const ofBig = groups.filter(({ targetSystemKey }) => targetSystemKey === bigTarget);
  expect(ofBig.length).toBeGreaterThan(0);
  expect(report).toEqual([
    { id: bigTarget, isClosed: true, groups: ofBig.length, first: ofBig.map(({ shortId }) => shortId).toSorted() },
  ]);
  const targets = await service.context.store.select("targetSystems", {});
  expect(targets.map(({ id }) => id).toSorted()).toEqual([bigTarget, listedTarget, loadedTarget].toSorted());
  for (const { id } of targets)
    expect([id, await ask(account(id))]).toEqual([id, id === bigTarget ? "PHASES_MISSING" : "taken"]);
  for (const { key: groupKey, targetSystemKey } of groups) {
    const joined = [account(targetSystemKey), { code: "GRUA", targetSystemKey, groupKey }];
    const asked = invoke(submit, service.context, ada(), { recipientKey: old.people.ada, operations: joined });
    const code = await asked.then(
      () => "taken",
      (error: { code: string }) => error.code,
    );
    expect([groupKey, code]).toEqual([groupKey, targetSystemKey === bigTarget ? "PHASES_MISSING" : "taken"]);
  }
});

test("the way out that it names opens them, by a command that names them until then", { timeout }, async () => {
  const env = { GATEHOUSE_DATA: folder, DATABASE_URL: database.url };
  const told = await callCommand(["catalogue", "closed"], { env });
  expect([told.code, told.output]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `^closed {3}${bigTarget}\nclosed {3}${bigTarget} {2}group .+\n[^]*Nothing can be requested on 1 target`,
      ),
    ),
  ]);
  const root = callerOf({ key: "root", id: "root", superuser: true });
  await invoke(updateTargetSystem, service.context, root, { key: bigTarget, autoApprove: true });
  expect(await ask(account(bigTarget))).toBe("taken");
  expect(await closed()).toEqual([]);
  expect((await callCommand(["catalogue", "closed"], { env })).output).toBe(
    "Everything has authorization phases or says autoApprove.\n",
  );
});
