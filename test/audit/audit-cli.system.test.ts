import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { openStore } from "#store/open-store.ts";
import type { SqlValue } from "#store/sql/sql.ts";
import type { Store } from "#store/store.ts";

import { callCommand } from "../support/commands.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { prepareMigratedDatabase } from "../support/empty-database.ts";
import { miswrittenRow } from "../support/miswritten-row.ts";

let folder: string;
let database: TestDatabase;
let store: Store;
let raw: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-audit-"));
  database = await testDatabase(folder);
  await prepareMigratedDatabase(database.url);
  const keyRing = createKeyRing({ folder });
  store = await openStore({ databaseUrl: database.url, node: "node1", keyRing, clock: systemClock, ids: systemIds });
  raw = openDatabase({ databaseUrl: database.url });
  for (let row = 0; row < 3; row++) {
    await store.transaction(() => store.audit({ sessid: "s", operation: "LGIN", result: "S", message: "words" }));
  }
  await store.auditChain.extend();
});
afterAll(async () => {
  await raw.close();
  await store.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

const audit = (...words: string[]) =>
  callCommand(["audit", ...words], { env: { GATEHOUSE_DATA: folder, DATABASE_URL: database.url } });

test("an intact audit is verified, anchored and verified by its anchor", async () => {
  const verified = await audit("verify");
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining("The audit is intact.")]);
  expect(verified.output).toContain("3 rows checked");
  const anchor = await audit("anchor");
  expect(anchor.output).toMatch(/^node1:3:\S+\n$/);
  const file = join(folder, "anchors.txt");
  writeFileSync(file, anchor.output);
  expect((await audit("verify", "--anchor", `@${file}`)).code).toBe(0);
  const other = await audit("verify", "--anchor", "node1:2:1.abc.def", "--json");
  expect([other.code, JSON.parse(other.output.slice(0, other.output.lastIndexOf("}") + 1))]).toEqual([
    1,
    {
      intact: false,
      checked: 3,
      found: 1,
      findings: [
        {
          kind: "anchorBroken",
          node: "node1",
          position: 2,
          rowKey: null,
        },
      ],
      oldDefects: [],
      lostAnchors: [],
    },
  ]);
});

test("wrong options are refused with their rule", async () => {
  const time = await audit("verify", "--from", "yesterday");
  expect([time.code, time.output]).toEqual([2, expect.stringContaining("--from 'yesterday' is not a moment")]);
  const anchor = await audit("verify", "--anchor", "node1");
  expect([anchor.code, anchor.output]).toEqual([2, expect.stringContaining("must have the form node:position:hash")]);
});

test("the way to the sinks is shown", async () => {
  const { code, output } = await audit("sinks");
  expect([code, output]).toEqual([0, expect.stringContaining("0 row(s) wait for their place on the chain.")]);
});

test("rows that an old defect has left behind are told apart, with their range, and are no damage", async () => {
  const keyRing = createKeyRing({ folder });
  const rows = ["a", "b", "c"].map((key) =>
    miswrittenRow(keyRing, { key, ident: [key], batchId: 7 }, { key, ident: key, batchId: "7" }),
  );
  await raw.transactions.run(async () => {
    for (const row of rows) {
      const names = Object.keys(row).map((name) => `\`${name}\``);
      const marks = names.map(() => "?").join(", ");
      const values = Object.values(row) as SqlValue[];
      await raw.write(`INSERT INTO \`sesslog_full\` (${names.join(", ")}) VALUES (${marks})`, values);
    }
  });
  const waiting = await audit("verify");
  expect([waiting.code, waiting.output]).toEqual([0, expect.stringMatching(/rowMiswritten +node1, 3 row\(s\)/)]);
  await store.auditChain.extend();
  const { code, output } = await audit("verify");
  expect([code, output]).toEqual([0, expect.stringContaining("The audit is intact.")]);
  expect(output).toMatch(/rowMiswritten +node1:4 to node1:6, 3 row\(s\) +The service itself stored the input/);
});

test("a changed byte ends verify with 1 and is named with its row", async () => {
  await raw.transactions.run(() => raw.run("DROP TRIGGER `sesslog_full_refuse_update`"));
  const [row] = await raw.read("SELECT `rowKey` FROM `auditChain` WHERE `position` = 2");
  await raw.transactions.run(() =>
    raw.write("UPDATE `sesslog_full` SET `message` = 'wordt' WHERE `key` = ?", [row?.["rowKey"] as string]),
  );
  const { code, output } = await audit("verify");
  expect(code).toBe(1);
  const key = row?.["rowKey"] as string;
  expect(output).toMatch(new RegExp(`rowChanged +node1:2 +${key} +The row is not what it was`));
  expect(output).toContain("The audit is damaged: 1 finding(s).");
});
