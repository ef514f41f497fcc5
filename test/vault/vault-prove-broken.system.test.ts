// @first it takes a minute, and so decides when its step ends
// @databases own
// @few it starts an installation for each planted fault
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";

import { createProgress } from "#bin/progress.ts";
import type { Lent } from "#bin/prove/lending.ts";
import { proofLines, verdictOf } from "#bin/prove/proof-lines.ts";
import type { Proof, ProofWish } from "#bin/prove/proof.ts";
import { prove } from "#bin/prove/prove.ts";
import { restoreMarkTable } from "#store/restore-mark.ts";

import { testSize } from "../support/test-size.ts";

const timeout = testSize(1_200_000, 5_400_000);

const wish = (part: Partial<ProofWish>): ProofWish => ({
  accounts: 5,
  dependants: 0,
  randomizations: 5,
  kills: 0,
  checkouts: 0,
  restore: false,
  seed: 1,
  database: "sqlite",
  nodes: 1,
  keep: false,
  connector: "ldap",
  failpoints: false,
  proxySettings: {},
  progress: createProgress({ write: () => true }),
  signal: new AbortController().signal,
  ...part,
});

test(
  "a target that says that it has set a password, and has not, breaks the promise: the account and its entries are named",
  async () => {
    const connectors = fileURLToPath(new URL("../support/lying-connector.ts", import.meta.url));
    const proof = await prove(wish({ connector: "lying-ldap", proxySettings: { CONNECTORS: connectors } }));
    try {
      expect(proof).toMatchObject({ kept: false, accounts: 5, uncertain: [] } satisfies Partial<Proof>);
      expect(proof.lost.map(({ account }) => account.name).toSorted()).toEqual(
        [1, 2, 3, 4, 5].map((number) => `root0000${number}`),
      );
      const lines = proofLines(proof).join("\n");
      for (const { account, entries } of proof.lost) {
        expect(lines).toContain(`lost        ${account.name}  ${account.key}  status C`);
        expect(entries.length).toBeGreaterThan(0);
        for (const { key } of entries) expect(lines).toMatch(new RegExp(`${key} {2}randomized .* does not open`));
      }
      expect(verdictOf(proof)).toMatch(
        /^promise broken: 5 accounts, .* 5 lost, 0 with too many, 0 uncertain, 0 dependants wrong, 0 check-outs broken$/,
      );
      expect(existsSync(join(proof.folder ?? "", "log", "hub.log"))).toBe(true);
    } finally {
      rmSync(proof.folder ?? "", { recursive: true, force: true });
    }
  },
  timeout,
);

test(
  "dependants that were never told what their target says that they were told break the promise, and no account does",
  async () => {
    const connectors = fileURLToPath(new URL("../support/forgetful-connector.ts", import.meta.url));
    const proxySettings = { CONNECTORS: connectors };
    const proof = await prove(wish({ accounts: 3, dependants: 2, connector: "forgetful-ldap", proxySettings }));
    try {
      expect(proof).toMatchObject({ kept: false, lost: [], uncertain: [] } satisfies Partial<Proof>);
      expect(proof.brokenDependants.map(({ name, account, fault }) => [name, account.name, fault])).toEqual([
        ["copy00001", "root00001", "does not open"],
        ["copy00002", "root00002", "does not open"],
      ]);
      expect(proofLines(proof).join("\n")).toMatch(/dependant {3}copy00001 {2}\S+ {2}of root00001 {2}does not open/);
      expect(verdictOf(proof)).toMatch(
        /^promise broken: 3 accounts, 2 dependants, .* 2 dependants wrong, 0 check-outs/,
      );
    } finally {
      rmSync(proof.folder ?? "", { recursive: true, force: true });
    }
  },
  timeout,
);

test(
  "a vault that gives out every entry for ever breaks the promise, though one of them opens",
  async () => {
    const reading: ProofWish["reading"] = (read) => async (key) => {
      const held = await read(key);
      return held && { ...held, tree: { ...held.tree, giveOut: held.entries } };
    };
    const proof = await prove(wish({ accounts: 2, randomizations: 2, checkouts: 4, reading }));
    try {
      expect(proof).toMatchObject({
        kept: false,
        lost: [],
        uncertain: [],
        brokenCheckouts: [],
      } satisfies Partial<Proof>);
      expect(proof.tooMany.length).toBeGreaterThan(0);
      const [{ account, entries } = { account: { name: "" }, entries: [] }] = proof.tooMany;
      expect(entries.filter(({ opens }) => opens)).toHaveLength(1);
      expect(entries.length).toBeGreaterThan(1);
      expect(proofLines(proof).join("\n")).toContain(`too many    ${account.name}  `);
      expect(verdictOf(proof)).toMatch(/^promise broken: 2 accounts, .* 0 lost, [12] with too many, 0 uncertain, 0 /);
    } finally {
      rmSync(proof.folder ?? "", { recursive: true, force: true });
    }
  },
  timeout,
);

test(
  "a check-out that gives what somebody has returned breaks the promise",
  async () => {
    let first: Lent | undefined;
    const lending: ProofWish["lending"] = (real) => ({
      ...real,
      async borrow(account) {
        const lent = await real.borrow(account);
        first ??= lent;
        return lent && { ...lent, passwords: first?.passwords ?? [] };
      },
    });
    const proof = await prove(wish({ accounts: 1, randomizations: 1, checkouts: 3, lending }));
    try {
      expect(proof).toMatchObject({ kept: false, lost: [], tooMany: [], uncertain: [] } satisfies Partial<Proof>);
      expect(proof.checkouts).toBeGreaterThanOrEqual(3);
      expect(proof.brokenCheckouts.map(({ fault }) => fault)).toEqual(
        Array.from({ length: proof.checkouts - 1 }, () => "given again"),
      );
      expect(proofLines(proof).join("\n")).toMatch(/check-out {3}root00001 {2}\S+ {2}given again/);
      expect(verdictOf(proof)).toMatch(/^promise broken: .* 0 uncertain, 0 dependants wrong, \d+ check-outs broken$/);
    } finally {
      rmSync(proof.folder ?? "", { recursive: true, force: true });
    }
  },
  timeout,
);

test(
  "a restored vault says of each account whether it still knows its password, and one that is not told of its restore breaks the promise",
  async () => {
    const restored = wish({ accounts: 4, randomizations: 4, restore: true });
    expect(await prove(restored)).toMatchObject({ kept: true, restored: { known: 2, doubted: 2, wrong: [] } });
    const restoring: ProofWish["restoring"] = (file) => {
      const database = new Sqlite(file);
      database.exec(`DROP TABLE \`${restoreMarkTable}\``);
      database.close();
    };
    const proof = await prove({ ...restored, restoring });
    try {
      expect(proof).toMatchObject({ kept: false, lost: [], tooMany: [], uncertain: [], brokenCheckouts: [] });
      expect(proof.restored?.wrong.map(({ account, state }) => [account.name, state])).toEqual([
        ["root00001", "C"],
        ["root00003", "C"],
      ]);
      expect(proofLines(proof).join("\n")).toContain("wrong       root00001  ");
      expect(verdictOf(proof)).toMatch(/^promise broken: .*, 2 wrong after a restore$/);
    } finally {
      rmSync(proof.folder ?? "", { recursive: true, force: true });
    }
  },
  timeout,
);
