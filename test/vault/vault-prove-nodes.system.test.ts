// @first it takes minutes, and so decides when its step ends
// @databases own
// @few it starts three installations, kills their processes and waits for those that come back
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";

import { createProgress } from "#bin/progress.ts";
import { proofLines, verdictOf } from "#bin/prove/proof-lines.ts";
import type { ProofWish } from "#bin/prove/proof.ts";
import { prove } from "#bin/prove/prove.ts";

import { runGatehouse } from "../support/gatehouse.ts";
import { testSize } from "../support/test-size.ts";

const timeout = testSize(1_200_000, 5_400_000);
const sizes = testSize(
  [{ database: "sqlite", accounts: 3, kills: 3, checkouts: 0 }],
  [
    { database: "sqlite", accounts: 30, kills: 90, checkouts: 15 },
    { database: "mariadb", accounts: 15, kills: 30, checkouts: 6 },
  ],
);

let folder: string;
beforeEach(() => {
  // Short, because the path of a MariaDB socket lies below it.
  folder = mkdtempSync(join(tmpdir(), "nodes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

for (const { database, accounts, kills, checkouts } of sizes) {
  test(
    `three nodes on ${database} lose no password of ${accounts} accounts while ${kills} times processes are killed and lines cut, a node is lost and a disk burns`,
    async () => {
      const sized = ["--accounts", String(accounts), "--kills", String(kills), "--check-outs", String(checkouts)];
      const { code, output } = await runGatehouse(
        ["vault", "prove", "--nodes", "3", ...sized, "--seed", "14", "--database", database],
        {
          env: {
            TMPDIR: folder,
            DATABASE_URL: "mariadb://nobody@127.0.0.1:1/none",
            GATEHOUSE_DATA: join(folder, "no"),
          },
        },
      );
      expect({ code, output }).toEqual({
        code: 0,
        output: expect.stringMatching(
          /promise kept: \d+ accounts, .* 3 nodes, \d+ cuts, \d+ accounts taken over, 0 lost, 0 with too many, 0 uncertain, .* 0 on a burned disk alone, 0 rows unequal\n$/,
        ) as string,
      });
      // What was lost belongs to two of the three nodes.
      expect(Number(/(\d+) accounts taken over/.exec(output)?.[1])).toBe((accounts / 3) * 2);
      expect(readdirSync(folder)).toEqual([]);
    },
    timeout,
  );
}

/** A defect of the service, planted into the databases of the nodes, and what the proof finds of it. */
interface Defect {
  readonly name: string;
  readonly acknowledgedBy?: 1 | 2;
  /** Trigger of the first node, which takes over. */
  readonly trigger?: string;
  /** Findings that name it. */
  readonly lines: RegExp;
}

const defects: readonly Defect[] = [
  { name: "a password leaves before another node has it", acknowledgedBy: 1, lines: /^burned {6}\S+ {2}sent/m },
  {
    name: "a node forgets that a password was confirmed",
    trigger:
      "AFTER UPDATE OF `status` ON `vaultEntries` WHEN NEW.`status` = 'C' AND NEW.`createdNode` <> 'node1' " +
      "BEGIN UPDATE `vaultEntries` SET `status` = 'U' WHERE `key` = NEW.`key`; END",
    lines: /^unequal {5}vaultEntries /m,
  },
  {
    name: "a node takes over without a higher epoch",
    trigger:
      "AFTER UPDATE OF `ownerEpoch` ON `managedAccounts` WHEN NEW.`homeNode` = 'node1' " +
      "BEGIN UPDATE `managedAccounts` SET `ownerEpoch` = 1 WHERE `key` = NEW.`key`; END",
    lines: /^unequal {5}managedAccounts /m,
  },
];

/** Wish of a proof with some defects, whose findings do not hide each other. */
function wishWith(planted: readonly Defect[]): ProofWish {
  return {
    accounts: 3,
    dependants: 0,
    randomizations: 3,
    kills: 0,
    checkouts: 0,
    restore: false,
    seed: 1,
    database: "sqlite",
    nodes: 3,
    acknowledgedBy: planted.find(({ acknowledgedBy }) => acknowledgedBy !== undefined)?.acknowledgedBy ?? 2,
    settleMs: 5_000,
    planting(node, url) {
      if (node !== "node1") return;
      const database = new Sqlite(url.replace("sqlite:", ""));
      for (const [at, { trigger }] of planted.entries())
        if (trigger !== undefined) database.exec(`CREATE TRIGGER planted${at} ${trigger}`);
      database.close();
    },
    keep: false,
    connector: "ldap",
    failpoints: false,
    proxySettings: {},
    progress: createProgress({ write: () => true }),
    signal: new AbortController().signal,
  };
}

for (const planted of testSize(
  [defects],
  defects.map((one) => [one]),
))
  test(
    `the promise is broken where ${planted.map(({ name }) => name).join(", and ")}`,
    async () => {
      const proof = await prove(wishWith(planted));
      try {
        expect(proof.kept).toBe(false);
        const words = proofLines(proof).join("\n");
        for (const { lines } of planted) expect(words).toMatch(lines);
        expect(verdictOf(proof)).toMatch(/^promise broken: /);
      } finally {
        rmSync(proof.folder ?? "", { recursive: true, force: true });
      }
    },
    timeout,
  );
