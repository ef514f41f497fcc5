import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { noteRestore, type NotedRestore } from "#operations/setup/note-restore.ts";
import type { Clock } from "#platform/clock.ts";
import { restoreBackup, writeBackup } from "#store/backup.ts";
import { openKeyRing } from "#store/key-ring-record.ts";

import { dumpDatabase, loadDump } from "./copied-schema.ts";
import { suiteDialect, testDatabase } from "./database.ts";
import { openTestService } from "./service.ts";
import { openStoreOn, type StoredData, type TestStore } from "./store.ts";

/** A backup of a test's database and key ring, made as the documents say. */
export interface TestBackup {
  /** File of `gatehouse backup`, or the statements of a server's own tool. */
  readonly content: { readonly file: string } | { readonly dump: string };
  /** Folder with the key ring of its time. */
  readonly folder: string;
}

const keyRingFile = "keys.json";

/** Makes a backup of the current contents of a store. */
export async function backUp(
  { folder, databaseUrl }: Pick<TestStore, "folder" | "databaseUrl">,
  clock: Clock,
): Promise<TestBackup> {
  await openKeyRing({ databaseUrl, folder });
  const safe = mkdtempSync(join(tmpdir(), "gatehouse-safe-"));
  copyFileSync(join(folder, keyRingFile), join(safe, keyRingFile));
  if (suiteDialect() === "mariadb") return { content: { dump: await dumpDatabase(databaseUrl) }, folder: safe };
  const file = join(safe, "a.backup");
  const madeAt = new Date(clock.now()).toISOString();
  const database = databaseUrl.slice("sqlite:".length);
  writeBackup({ database, dataFolder: folder, softwareVersion: "1.2.3", madeAt }, file);
  return { content: { file }, folder: safe };
}

/** Restores a backup, and opens it as a service does at its start. */
export async function restore(
  { content, folder: safe }: TestBackup,
  clock: Clock,
): Promise<TestStore & { readonly noted: NotedRestore | null }> {
  const data = await emptyData();
  if ("file" in content) {
    restoreBackup(content.file, { database: fileOf(data), dataFolder: data.folder, now: clock.now() });
  } else {
    copyFileSync(join(safe, keyRingFile), join(data.folder, keyRingFile));
    await loadDump(data.database.url, content.dump);
  }
  const opened = await openStoreOn(data, { clock });
  const { context, close } = await openTestService({ clock, opened: { ...opened, close: () => opened.store.close() } });
  const noted = await invoke(
    noteRestore,
    context,
    engineCaller("idtm", "start"),
    "file" in content ? {} : { asked: true },
  );
  await close();
  return { ...(await openStoreOn(data, { clock })), noted };
}

/** Puts the database of a backup in place without informing the service, against the documents. */
export async function putBackSilently({ content, folder: safe }: TestBackup, clock: Clock): Promise<TestStore> {
  const data = await emptyData();
  copyFileSync(join(safe, keyRingFile), join(data.folder, keyRingFile));
  if ("file" in content) copyFileSync(content.file, fileOf(data));
  else await loadDump(data.database.url, content.dump);
  return openStoreOn(data, { clock });
}

async function emptyData(): Promise<StoredData> {
  const folder = join(mkdtempSync(join(tmpdir(), "gatehouse-restored-")), "data");
  mkdirSync(folder, { mode: 0o700 });
  return { folder, database: await testDatabase(folder) };
}

const fileOf = ({ database }: StoredData) => database.url.slice("sqlite:".length);
