// @databases sqlite mariadb
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { auditChainRowsMax } from "#domain/audit-limits.ts";
import type { AuditFinding } from "#domain/audit/audit-finding.ts";
import { verifyAuditPart } from "#operations/audit/verify-audit-part.ts";
import { verifyAudit } from "#operations/audit/verify-audit.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { ManualClock } from "#platform/clock.ts";
import { coveredColumns } from "#store/audit/audit-content.ts";
import { type Database, openDatabase } from "#store/database.ts";
import type { SqlValue } from "#store/sql/sql.ts";

import { openTestService, type TestService } from "../support/service.ts";

const clock = new ManualClock();
let opened: TestService;
let raw: Database;

beforeAll(async () => {
  opened = await openTestService({ clock });
  raw = openDatabase({ databaseUrl: opened.databaseUrl });
});
afterAll(async () => {
  // The changes of this test bypass the writer, so they are meant to be missing in the change log.
  await write("DELETE FROM `rowWatch` WHERE `tableName` = 'sesslog_full'");
  await raw.close();
  await opened.close();
});

const write = (statement: string, values: SqlValue[] = []) => raw.transactions.run(() => raw.write(statement, values));
const run = (statement: string) => raw.transactions.run(() => raw.run(statement));
const append = (count: number, part: object = {}) =>
  opened.store.transaction(async () => {
    for (let index = 0; index < count; index++) {
      await opened.store.audit({
        sessid: "s1",
        operation: "LGIN",
        result: "S",
        actor: "ada",
        recipient: "ben",
        ident: `row ${index}`,
        targetSystem: "T1",
        account: "a",
        batchId: "b",
        ip: "::1",
        requestId: "r",
        message: "words",
        durationMs: 5,
        ...part,
      });
    }
  });
const chain = async () => {
  while ((await opened.store.auditChain.extend()) > 0);
};
const verify = (options = {}) => invoke(verifyAudit, opened.context, engineCaller("cli", "check"), options);
const findings = async (options: object = {}) => {
  const { findings: found } = await verify(options);
  // A check part by part finds the same, unless anchors are given, which no part accepts.
  if (!("anchors" in options)) expect(await findingsOfParts(options)).toEqual(found);
  return found;
};
async function findingsOfParts(options: object) {
  const found: AuditFinding[] = [];
  for (let continueAt: string | null | undefined; continueAt !== null;) {
    const part = await invoke(verifyAuditPart, opened.context, engineCaller("cli", "check"), {
      ...options,
      continueAt,
    });
    found.push(...part.findings);
    ({ continueAt } = part);
  }
  return found;
}

/** Removes the triggers that refuse changes while it runs; afterwards they are as in the migration. */
async function withoutTriggers(act: () => Promise<unknown>): Promise<void> {
  const each = raw.dialect.name === "mariadb" ? "FOR EACH ROW " : "";
  for (const table of ["sesslog_full", "auditChain"]) {
    for (const event of ["update", "delete"]) await run(`DROP TRIGGER \`${table}_refuse_${event}\``);
  }
  await act();
  for (const table of ["sesslog_full", "auditChain"]) {
    for (const event of ["update", "delete"]) {
      const refuse =
        raw.dialect.name === "sqlite"
          ? "SELECT RAISE(ABORT, 'append-only')"
          : "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'";
      await run(
        `CREATE TRIGGER \`${table}_refuse_${event}\` BEFORE ${event} ON \`${table}\` ${each}BEGIN ${refuse}; END`,
      );
    }
  }
}

const rowAt = async (position: number) => {
  const [row] = await raw.read(
    "SELECT s.* FROM `sesslog_full` s JOIN `auditChain` c ON c.`rowKey` = s.`key` WHERE c.`position` = ?",
    [position],
  );
  if (!row) throw new Error(`no row at ${position}`);
  return row;
};

/** Returns another value for a column, one byte or one number away. */
function flipped(value: unknown): SqlValue {
  if (typeof value === "number") return value ^ 1;
  if (typeof value !== "string") return "7";
  // Keys follow one another, so one with another end may be that of another row.
  const middle = Math.floor(value.length / 2);
  return value.slice(0, middle) + String.fromCharCode(value.charCodeAt(middle) ^ 1) + value.slice(middle + 1);
}

beforeAll(async () => {
  await append(12);
  await opened.store.transaction(async () => {
    await opened.store.save("userClasses", { id: "C1", description: "one" });
    await opened.store.audit({ sessid: "s2", operation: "ACPS", result: "S" });
  });
  await chain();
});

describe("the chain", () => {
  it("takes every column of the table into its hashes", async () => {
    const row = await rowAt(1);
    expect(Object.keys(row).toSorted()).toEqual([...coveredColumns].toSorted());
  });

  it("has nothing to say of an audit that nobody touched", async () => {
    expect(await findings()).toEqual([]);
    expect(await opened.store.auditChain.pending()).toBe(0);
  });

  it.each(["sesslog_full", "auditChain"])("is kept by triggers from changes and removals in %s", async (table) => {
    const [column, key] = table === "auditChain" ? ["hash", "rowKey"] : ["message", "key"];
    await expect(write(`UPDATE \`${table}\` SET \`${column}\` = 'x'`)).rejects.toThrow(/append-only/);
    await expect(write(`DELETE FROM \`${table}\` WHERE \`${key}\` <> ''`)).rejects.toThrow(/append-only/);
  });

  describe.each(coveredColumns)("finds one flipped byte in %s", (column) => {
    it.each([13, 4])("of the row at %i", async (position) => {
      const { [column]: value, key } = await rowAt(position);
      const other = flipped(value);
      await withoutTriggers(() =>
        write(`UPDATE \`sesslog_full\` SET \`${column}\` = ? WHERE \`key\` = ?`, [other, key as string]),
      );
      const found = await findings();
      expect(found).not.toEqual([]);
      expect(found).toContainEqual({
        kind: column === "key" ? "rowMissing" : "rowChanged",
        node: "node1",
        position,
        rowKey: key,
      });
      const back = column === "key" ? other : key;
      await withoutTriggers(() =>
        write(`UPDATE \`sesslog_full\` SET \`${column}\` = ? WHERE \`key\` = ?`, [value as SqlValue, back as string]),
      );
      expect(await findings()).toEqual([]);
    });
  });

  it.each(["node", "position", "rowKey", "rowHash", "hash"])(
    "finds a change of %s in the chain itself",
    async (column) => {
      const [{ [column]: value, rowKey } = {}] = await raw.read("SELECT * FROM `auditChain` WHERE `position` = 6");
      const other = column === "position" ? 1_000_006 : flipped(value);
      const update = (to: SqlValue, at: SqlValue) =>
        withoutTriggers(() => write(`UPDATE \`auditChain\` SET \`${column}\` = ? WHERE \`rowKey\` = ?`, [to, at]));
      await update(other, rowKey as string);
      expect(await findings()).not.toEqual([]);
      await update(value as SqlValue, column === "rowKey" ? other : (rowKey as string));
      expect(await findings()).toEqual([]);
    },
  );

  it("finds rows that were swapped", async () => {
    const [third, fifth] = [await rowAt(3), await rowAt(5)];
    const swap = (a: unknown, b: unknown) =>
      withoutTriggers(async () => {
        await write("UPDATE `sesslog_full` SET `key` = 'aside' WHERE `key` = ?", [a as string]);
        await write("UPDATE `sesslog_full` SET `key` = ? WHERE `key` = ?", [a as string, b as string]);
        await write("UPDATE `sesslog_full` SET `key` = ? WHERE `key` = 'aside'", [b as string]);
      });
    await swap(third["key"], fifth["key"]);
    expect((await findings()).map(({ kind, position }) => [kind, position])).toEqual([
      ["rowChanged", 3],
      ["rowChanged", 5],
    ]);
    await swap(third["key"], fifth["key"]);
    expect(await findings()).toEqual([]);
  });

  it("finds a row that was removed, with its place or without", async () => {
    const row = await rowAt(7);
    const [place] = await raw.read("SELECT * FROM `auditChain` WHERE `position` = 7");
    const key = row["key"] as string;
    await withoutTriggers(() => write("DELETE FROM `sesslog_full` WHERE `key` = ?", [key]));
    expect(await findings()).toEqual([{ kind: "rowMissing", node: "node1", position: 7, rowKey: key }]);
    await withoutTriggers(() => write("DELETE FROM `auditChain` WHERE `rowKey` = ?", [key]));
    expect((await findings()).map(({ kind, position }) => [kind, position])).toEqual([["placeMissing", 7]]);
    await insert("auditChain", place ?? {});
    await insert("sesslog_full", row);
    await write("DELETE FROM `auditPending` WHERE `rowKey` = ?", [key]);
    expect(await findings()).toEqual([]);
  });

  it("finds a row that was put in by another hand, on the chain or not", async () => {
    const forged = { ...(await rowAt(2)), key: "forged", message: "never happened" };
    await insert("sesslog_full", forged);
    expect(await findings()).toEqual([{ kind: "rowForged", node: "node1", position: null, rowKey: "forged" }]);
    await write("DELETE FROM `auditPending` WHERE `rowKey` = 'forged'");
    expect(await findings()).toEqual([{ kind: "rowSurplus", node: "node1", position: null, rowKey: "forged" }]);
    await write("INSERT INTO `auditPending` (`node`, `rowKey`) VALUES ('node1', 'forged')");
    await chain();
    const { position } = await lastHead();
    expect(await findings()).toEqual([{ kind: "rowForged", node: "node1", position, rowKey: "forged" }]);
    await removeLast();
  });

  it("finds an end that was cut off, and by an anchor one whose head was set back", async () => {
    const before = await lastHead();
    await append(1);
    await chain();
    const anchor = await lastHead();
    const { key } = await rowAt(anchor.position);
    await withoutTriggers(async () => {
      await write("DELETE FROM `auditChain` WHERE `position` = ?", [anchor.position]);
      await write("DELETE FROM `sesslog_full` WHERE `key` = ?", [key as string]);
    });
    expect((await findings()).map(({ kind }) => kind)).toEqual(["endMissing"]);
    await setHead(before);
    expect(await findings()).toEqual([]);
    expect((await findings({ anchors: [anchor] })).map(({ kind }) => kind)).toEqual(["anchorBroken"]);
    expect(await findings({ anchors: [before] })).toEqual([]);
  });

  it("looks only at the time that it is told", async () => {
    clock.advance(60_000);
    const from = clock.now();
    await append(3);
    await chain();
    clock.advance(60_000);
    await append(2);
    await chain();
    const { checked } = await verify({ from, to: from + 1000 });
    expect(checked).toBe(3);
  });
});

describe("several writers", () => {
  beforeEach(chain);

  it("lose no row on the chain when their commits overtake each other", async () => {
    const others = await Promise.all([opened.another(), opened.another()]);
    const before = await lastHead();
    const written = new AbortController();
    const writers = others.map(async (store, index) => {
      for (let round = 0; round < 60; round++) {
        await store.transaction(async () => {
          await store.audit({ sessid: `w${index}`, operation: "LGIN", result: "S" });
          await new Promise((resolve) => setTimeout(resolve, round % 4));
        });
      }
    });
    const keepers = [opened.store, ...others].map(async (store) => {
      while (!written.signal.aborted) {
        await store.auditChain.extend();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    await Promise.all(writers);
    written.abort();
    await Promise.all(keepers);
    await chain();
    expect((await lastHead()).position - before.position).toBe(120);
    expect(await findings()).toEqual([]);
  });

  it("are chained in bounded steps, each counted once", async () => {
    await append(auditChainRowsMax + 3);
    expect(await opened.store.auditChain.extend()).toBe(auditChainRowsMax);
    expect(await opened.store.auditChain.extend()).toBe(3);
    expect(await opened.store.auditChain.extend()).toBe(0);
  });
});

async function lastHead() {
  const [head] = await opened.store.auditChain.heads();
  if (!head) throw new Error("no head");
  return head;
}

async function setHead({ position, hash }: { position: number; hash: string }) {
  await write("UPDATE `auditChainHeads` SET `position` = ?, `hash` = ? WHERE `node` = 'node1'", [position, hash]);
}

async function removeLast() {
  const { position } = await lastHead();
  const [before] = await raw.read("SELECT * FROM `auditChain` WHERE `position` = ?", [position - 1]);
  const { key } = await rowAt(position);
  await withoutTriggers(async () => {
    await write("DELETE FROM `auditChain` WHERE `position` = ?", [position]);
    await write("DELETE FROM `sesslog_full` WHERE `key` = ?", [key as string]);
  });
  await setHead({ position: position - 1, hash: before?.["hash"] as string });
  expect(await findings()).toEqual([]);
}

async function insert(table: string, row: object) {
  const names = Object.keys(row).map((name) => `\`${name}\``);
  await write(
    `INSERT INTO \`${table}\` (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    Object.values(row) as SqlValue[],
  );
}
