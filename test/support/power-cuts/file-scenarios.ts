import { appendFileSync } from "node:fs";
import { join } from "node:path";

import { handNoteIn, writeHostEnrolment } from "#activities/managed-host/host-files.ts";
import { writeSenderEnrolment } from "#activities/password-sender/sender-files.ts";
import { openSpool } from "#activities/password-sender/spool.ts";
import { writeEnrolment } from "#activities/proxy/enrolment.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { withNewFiles } from "#bin/new-file.ts";
import { createFileSink } from "#platform/audit-sinks/file-sink.ts";
import { buildBreachedList } from "#platform/breached-passwords/build-breached-list.ts";
import { openKeyRingFile } from "#platform/keys/key-ring-file.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { restoreBackup, writeBackup } from "#store/backup.ts";
import { createPageRewriter } from "#store/sqlite/rewrite-pages.ts";
import { openHandle } from "#store/sqlite/sqlite-handles.ts";

import {
  auditRows,
  changedAccounts,
  enrolment,
  exported,
  hostEnrolment,
  inHand,
  keptChange,
  logBytes,
  senderEnrolment,
  source,
} from "./file-facts.ts";

/** Records a promise in `answers` once it is made. */
type Answer = (words: string) => void;

/** Writers of files outside of the database's log; each begins in an empty folder and leaves its files there. */
const scenarios: Readonly<Record<string, (folder: string, answer: Answer, given: string) => unknown>> = {
  async keyRing(folder, answer) {
    const ring = openKeyRingFile({ folder: join(folder, "data") });
    const first = ring.active().kid;
    answer(`has ${first}`);
    answer(`has ${await ring.rotate()}`);
    await ring.remove(first);
    answer(`removed ${first}`);
  },
  backup(folder, answer, given) {
    answer(`made ${writeBackup(source(given), join(folder, "a.backup")).madeAt}`);
  },
  restore(folder, answer, given) {
    const dataFolder = join(folder, "data");
    requirePrivateFolder(dataFolder);
    const target = { dataFolder, database: join(dataFolder, "gatehouse.db"), now: Date.UTC(2030, 0) };
    answer(`restored ${restoreBackup(join(given, "b.backup"), target).madeAt}`);
  },
  proxy(folder, answer) {
    const proxyFolder = join(folder, "proxy");
    answer(`keys ${openProxyKeys(proxyFolder).signingKey["x"]}`);
    writeEnrolment(proxyFolder, enrolment);
    answer("enrolled");
  },
  host(folder, answer) {
    const hostFolder = join(folder, "host");
    writeHostEnrolment(hostFolder, hostEnrolment);
    answer("enrolled");
    handNoteIn(hostFolder).write(inHand);
    answer("noted");
  },
  async passwordSender(folder, answer) {
    const senderFolder = join(folder, "sender");
    requirePrivateFolder(senderFolder);
    writeSenderEnrolment(senderFolder, senderEnrolment);
    answer("enrolled");
    const spool = openSpool(join(senderFolder, "spool"), { ids: { token: () => "series1" } });
    for (const account of changedAccounts) {
      const kept = await spool.keep(async () => keptChange(account));
      answer(`kept ${kept.number}`);
      kept.made();
    }
    spool.sent(1);
    answer("sent 1");
  },
  async newFiles(folder, answer) {
    const paths = ["vault.export", "vault.export.pass"].map((name) => join(folder, name));
    await withNewFiles(paths, async (files) => {
      for (const file of files) file.write(exported);
    });
    answer("exported");
  },
  async breachedList(folder, answer, given) {
    const signal = new AbortController().signal;
    const options = { path: join(folder, "a.list"), isPartial: false, signal, onProgress: () => undefined };
    await buildBreachedList([join(given, "hashes.txt")], options);
    answer("built");
  },
  async auditFile(folder, answer) {
    // After each second row the file is rotated.
    const sink = createFileSink({ path: join(folder, "audit", "audit.jsonl"), maxBytes: 250, keep: 0 });
    for (const row of auditRows) {
      await sink.deliver([row]);
      answer(`delivered ${row.position}`);
    }
  },
  rewrittenPages(folder, answer) {
    const file = join(folder, "test.db");
    const writer = openHandle(file, { readonly: false });
    writer.driver.exec("CREATE TABLE things (bytes BLOB NOT NULL)");
    writer.driver.prepare("INSERT INTO things VALUES (randomblob(?))").run(logBytes);
    const reader = openHandle(file, { readonly: true });
    reader.driver.exec("BEGIN");
    reader.driver.prepare("SELECT COUNT(*) FROM things").get();
    writer.driver.exec("INSERT INTO things VALUES (x'00')");
    // The checkpoint stops where the reader reads, before the end of the log: only at that end does SQLite sync the database.
    writer.driver.pragma("wal_checkpoint(PASSIVE)");
    createPageRewriter(file)(writer);
    answer("written again");
  },
};

const [name = "", folder = "", answers = "", given = ""] = process.argv.slice(2);
await scenarios[name]?.(folder, (words) => appendFileSync(answers, `${words}\n`), given);
// A tidy end would come after all moments that the tests look at.
process.kill(process.pid, "SIGKILL");
