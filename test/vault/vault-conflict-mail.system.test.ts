import { afterAll, beforeAll, expect, test } from "vitest";

import { gatherAll } from "#activities/hub/notice-mail.ts";
import { builtInConnectors } from "#bin/connectors.ts";
import { conflictGatherMs, conflictNoticeMs } from "#domain/vault-run-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { tellConflicts } from "#operations/vault/tell-conflicts.ts";

import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { type MailReceiver, startMailReceiver } from "../support/mail-receiver.ts";
import { manageDirectory } from "../support/manage-directory.ts";
import { beginRun, runEnded } from "../support/managed-room.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { startVaultDirectory, type VaultDirectory } from "../support/vault-directory.ts";
import { changeOutside } from "../support/vault-scenes.ts";

const timeout = 240_000;
const id = "DIRECTORY";
const nobodys = "a-password-that-the-vault-never-had";
let temporal: TestTemporal;
let receiver: MailReceiver;
let directory: VaultDirectory;
let journey: Journey;
let managed: ReadonlyMap<string, string>;

beforeAll(async () => {
  [temporal, receiver, directory] = await Promise.all([
    startTestTemporal(),
    startMailReceiver(),
    startVaultDirectory(3),
  ]);
  journey = await openJourney({
    temporal: temporal.address,
    connectors: builtInConnectors,
    settings: {
      smtpHost: "127.0.0.1",
      smtpPort: receiver.port,
      smtpTls: "unencrypted",
      mailFrom: "gatehouse@example.org",
    },
  });
  const { context, store, keyOf } = journey;
  await store.transaction(async () => {
    await store.save("users", { key: keyOf("ada"), mail: "ada@example.org" });
    await store.save("users", { key: keyOf("bob"), mail: "bob@example.org", superuser: true });
  });
  const { accounts } = directory;
  managed = await manageDirectory(context, { id, directory: directory.directory, accounts, imported: true });
}, timeout);
afterAll(async () => {
  await journey?.close();
  await directory?.stop();
  await receiver?.leave();
  await temporal?.stop();
});

/** Verifies every account, and returns their states in the vault after it. */
async function verified(): Promise<readonly (string | undefined)[]> {
  const run = await beginRun(journey, [...managed.values()], "verify");
  await runEnded(journey, run);
  const rows = [...managed.values()].map((key) => journey.store.get("managedAccounts", key));
  return (await Promise.all(rows)).map((row) => row?.status);
}

/** Sends the notices that are due, and returns all mails received so far. */
async function mailed(): Promise<MailReceiver["taken"]> {
  const { context, store } = journey;
  await invoke(tellConflicts, context, engineCaller("maintenance", "test"), {});
  await gatherAll(context, new AbortController().signal);
  await eventually("no mail waiting", async () => (await store.count("noticeMails", { state: "waiting" })) === 0);
  return receiver.taken;
}

test(
  "a password that was changed outside is found by a verification and mailed to who may settle it, once an hour at most",
  async () => {
    const [first = "", second = "", third = ""] = managed.keys();
    expect(await verified()).toEqual(["C", "C", "C"]);
    expect(await mailed()).toEqual([]);

    for (const name of [first, second]) await changeOutside(directory, { name, password: nobodys });
    expect(await verified()).toEqual(["conflict", "conflict", "C"]);
    expect(await mailed()).toEqual([]);
    journey.advance(conflictGatherMs);
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: ["bob@example.org"], subject: `Passwords in conflict: 2 on ${id} (2)` });
    const text = mail?.text ?? "";
    expect(text).toContain(`Accounts in conflict: 2\nOn these managed systems: ${id} (2)\nOf these since`);
    expect(`${text}${mail?.html}`).not.toMatch(new RegExp(`${nobodys}|${first}`));

    await changeOutside(directory, { name: third, password: nobodys });
    expect(await verified()).toEqual(["conflict", "conflict", "conflict"]);
    journey.advance(conflictNoticeMs / 2);
    expect(await mailed()).toHaveLength(1);
    journey.advance(conflictNoticeMs / 2);
    const [, again, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(again).toMatchObject({ to: ["bob@example.org"], subject: `Passwords in conflict: 3 on ${id} (3)` });
    expect(again?.text).toContain("Of these since the last notice: 1");
  },
  timeout,
);
