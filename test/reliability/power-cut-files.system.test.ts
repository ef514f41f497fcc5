import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";

import { handNoteIn, readHostEnrolment } from "#activities/managed-host/host-files.ts";
import { readSenderEnrolment } from "#activities/password-sender/sender-files.ts";
import { openSpool } from "#activities/password-sender/spool.ts";
import type { WaitingChange } from "#activities/password-sender/waiting-change.ts";
import { readEnrolment } from "#activities/proxy/enrolment.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { keyRingFileName, keyRingIds, openKeyRingFile } from "#platform/keys/key-ring-file.ts";
import { readBackup, writeBackup } from "#store/backup.ts";

import { buildList, sha1Of } from "../support/breached-lists.ts";
import {
  auditRows,
  changedAccounts,
  enrolment,
  exported,
  hostEnrolment,
  inHand,
  senderEnrolment,
  source,
} from "../support/power-cuts/file-facts.ts";
import { FolderDisk, folderFates } from "../support/power-cuts/folder-disk.ts";
import { type FolderHappening, traceProgram } from "../support/power-cuts/folder-trace.ts";

const rows = 50;
let folder: string;
let given: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "power-cut-files-"));
  given = join(folder, "given");
  mkdirSync(given, { mode: 0o700 });
  const { kid } = openKeyRingFile({ folder: given }).active();
  const database = new Sqlite(source(given).database);
  database.exec(
    "CREATE TABLE keyRingRecord (kid TEXT); CREATE TABLE migrations (name TEXT); CREATE TABLE rows (text);" +
      // The numbers after which a restore continues.
      "CREATE TABLE changeLog (position INTEGER PRIMARY KEY AUTOINCREMENT, stamp TEXT);" +
      "CREATE TABLE nodeCounters (name TEXT PRIMARY KEY, value INTEGER)",
  );
  database.prepare("INSERT INTO keyRingRecord VALUES (?)").run(kid);
  const add = database.prepare("INSERT INTO rows VALUES (hex(randomblob(500)))");
  for (let row = 0; row < rows; row += 1) add.run();
  database.close();
  writeBackup(source(given), join(given, "b.backup"));
  writeFileSync(join(given, "hashes.txt"), ["Blue", "Green"].map((word) => `${sha1Of(word)}:1\n`).join(""));
  await buildList([join(given, "hashes.txt")], join(given, "b.list"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files that a power cut has left, and the promises made before it. */
interface Left {
  /** Folder with the files of the image. */
  readonly folder: string;
  readonly answers: readonly string[];
  /** Returns the bytes of a file as programs saw them at that moment. */
  readonly seen: (name: string) => Buffer | undefined;
}

/** Returns the promise that was lost, or a file that is incomplete; undefined if all is well. */
type Judge = (left: Left) => string | undefined;

const promised = ({ answers }: Left, word: string) =>
  answers.filter((one) => one.startsWith(word)).map((one) => one.split(" ")[1] ?? "");
const missing = (what: string, isThere: boolean) => (isThere ? undefined : `${what} is lost`);

function wholeBackup(file: string, { answers }: Left): string | undefined {
  if (!existsSync(file)) return missing("the backup", answers.length === 0);
  return missing("the backup's moment", readBackup(file).madeAt === source(given).madeAt);
}

function restored(left: Left): string | undefined {
  const data = join(left.folder, "data");
  const database = join(data, "gatehouse.db");
  if (!existsSync(database)) return missing("the database", left.answers.length === 0);
  if (keyRingIds(data).length === 0) return "the key ring is lost, and its database is there";
  const opened = new Sqlite(database);
  try {
    const found = opened.prepare("SELECT COUNT(*) FROM rows").pluck().get();
    return missing("a row", opened.pragma("integrity_check", { simple: true }) === "ok" && found === rows);
  } finally {
    opened.close();
  }
}

function ringWhole(left: Left): string | undefined {
  const data = join(left.folder, "data");
  const [kids, removed] = [promised(left, "has"), promised(left, "removed")];
  if (!existsSync(join(data, keyRingFileName))) return missing("the key ring", kids.length === 0);
  const facts = openKeyRingFile({ folder: data }).facts();
  const lost = kids.find((kid) => !facts.some((fact) => fact.kid === kid));
  const back = removed.find((kid) => facts.some((fact) => fact.kid === kid && fact.state !== "removed"));
  return missing(`key ${lost}`, lost === undefined) ?? missing(`the removal of ${back}`, back === undefined);
}

const judges: Readonly<Record<string, Judge>> = {
  keyRing: ringWhole,
  backup: (left) => wholeBackup(join(left.folder, "a.backup"), left),
  restore: restored,
  proxy(left) {
    const proxy = join(left.folder, "proxy");
    const [key] = promised(left, "keys");
    const found = readEnrolment(proxy);
    // Without keys it makes new ones, which are unknown.
    const lost = key !== undefined && openProxyKeys(proxy).signingKey["x"] !== key;
    if (lost) return "the proxy's keys are lost";
    return left.answers.includes("enrolled") || found ? sameAs("the enrolment", found, enrolment) : undefined;
  },
  host(left) {
    const host = join(left.folder, "host");
    const [found, note] = [readHostEnrolment(host), handNoteIn(host).read()];
    const lost = left.answers.includes("enrolled") || found ? sameAs("the enrolment", found, hostEnrolment) : undefined;
    return lost ?? (left.answers.includes("noted") || note ? sameAs("the note", note, inHand) : undefined);
  },
  passwordSender(left) {
    const sender = join(left.folder, "sender");
    const found = readSenderEnrolment(sender);
    const lost =
      left.answers.includes("enrolled") || found ? sameAs("the enrolment", found, senderEnrolment) : undefined;
    const kept = promised(left, "kept").map(Number);
    if (lost !== undefined || kept.length === 0) return lost;
    const spool = openSpool(join(sender, "spool"), { ids: { token: () => "series2" } });
    const changes: WaitingChange[] = [];
    for (let first = spool.first(); first !== undefined; first = spool.first()) {
      changes.push(first);
      spool.sent(first.number);
    }
    // Each that was kept and not sent is there, in its order; one of which only the answer of its target is lost is uncertain.
    const wrong = changes.find(({ series, number, name, jwe, reason }) => {
      const account = changedAccounts[number - 1];
      const isWhole = jwe === `sealed for ${account}` || reason === "uncertain";
      return series !== "series1" || name.shortId !== account || !isWhole;
    });
    // The first is sent when all are kept.
    const sent = kept.length === changedAccounts.length ? 1 : 0;
    const gone = kept.find((number) => number > sent && !changes.some((change) => change.number === number));
    return missing(`change ${gone ?? wrong?.number}`, gone === undefined && wrong === undefined);
  },
  newFiles(left) {
    const files = ["vault.export", "vault.export.pass"].map((name) => join(left.folder, name));
    // The first file is moved to its place last, so if it exists, all do.
    if (left.answers.length === 0 && !existsSync(files[0] ?? "")) return undefined;
    const lost = files.find((file) => !existsSync(file) || readFileSync(file, "utf8") !== exported);
    return missing(lost ?? "", lost === undefined);
  },
  breachedList(left) {
    const list = join(left.folder, "a.list");
    if (!existsSync(list)) return missing("the list", left.answers.length === 0);
    return missing("a part of the list", readFileSync(list).equals(readFileSync(join(given, "b.list"))));
  },
  auditFile(left) {
    const audit = join(left.folder, "audit");
    const texts = existsSync(audit) ? readdirSync(audit).map((name) => readFileSync(join(audit, name), "utf8")) : [];
    const lost = promised(left, "delivered").find((position) => !texts.join("").includes(`"position":${position},`));
    return missing(`row ${lost} of ${auditRows.length}`, lost === undefined);
  },
  rewrittenPages(left) {
    if (left.answers.length === 0) return undefined;
    const [kept, seen] = [readFileSync(join(left.folder, "test.db")), left.seen("test.db")];
    return missing("a page", seen !== undefined && kept.equals(seen));
  },
};

/** Returns a random number generator that gives the same numbers in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Cuts the power after each event; returns the losses, with the moment and the fate. */
function lossesOf(
  name: string,
  happenings: readonly FolderHappening[],
  { deaf = () => false }: { readonly deaf?: (one: FolderHappening) => boolean } = {},
): readonly string[] {
  const root = join(folder, name);
  const answersFile = join(folder, `${name}.answers`);
  const disk = new FolderDisk(root, (path) => readFileSync(path));
  const answers: string[] = [];
  const random = randomOf(1);
  return happenings.flatMap((one, index) => {
    if (one.kind === "write" && one.path === answersFile) answers.push(...String(one.bytes).trim().split("\n"));
    else if (!(one.kind === "sync" && deaf(one))) disk.happens(one);
    // There are many writes of pages; every other event is tried.
    if (one.kind === "write" && one.path !== answersFile && index % 20 > 0) return [];
    return Object.entries(folderFates).flatMap(([fate, chance]) => {
      const left = join(folder, `${name}-left`);
      rmSync(left, { recursive: true, force: true });
      mkdirSync(left, { mode: 0o700 });
      for (const [path, bytes] of disk.image(chance(random))) {
        const to = join(left, relative(root, path));
        mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
        writeFileSync(to, bytes, { mode: 0o600 });
      }
      const lost = judged(name, { folder: left, answers, seen: (file) => disk.live(join(root, file)) });
      return lost === undefined ? [] : [`${lost}: after ${index} (${one.kind} of ${one.path}), unsynced: ${fate}`];
    });
  });
}

function judged(name: string, left: Left): string | undefined {
  try {
    return judges[name]?.(left);
  } catch (error) {
    return String(error);
  }
}

test.each(Object.keys(judges))("%s: a power cut at any moment loses nothing that was promised", async (name) => {
  const root = join(folder, name);
  mkdirSync(root, { mode: 0o700 });
  const args = [name, root, join(folder, `${name}.answers`), given];
  const program = new URL("../support/power-cuts/file-scenarios.ts", import.meta.url);
  const happenings = await traceProgram(program, args, join(folder, `${name}.trace`));
  expect(happenings.some(({ path }) => path === join(folder, `${name}.answers`))).toBe(true);
  expect(lossesOf(name, happenings)).toEqual([]);
  // The control: if no sync has an effect, the promise is broken.
  expect(lossesOf(name, happenings, { deaf: () => true })).not.toEqual([]);
});

function sameAs(what: string, found: unknown, wanted: unknown): string | undefined {
  return missing(what, JSON.stringify(found) === JSON.stringify(wanted));
}
