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

/** A defect of the vault, planted into a proof, and what the proof finds of it. */
interface Defect {
  readonly name: string;
  readonly planted: () => Partial<ProofWish>;
  /** Size of a proof of this defect alone. */
  readonly size: Pick<ProofWish, "accounts" | "dependants" | "randomizations" | "checkouts">;
  /** Findings that name it. */
  readonly found: "brokenDependants" | "tooMany" | "brokenCheckouts";
  expectFound(proof: Proof): void;
  /** Its part of the verdict. */
  readonly verdict: (proof: Proof) => string;
}

const defects: readonly Defect[] = [
  {
    name: "dependants were never told what their target says that they were told",
    planted: () => ({
      connector: "forgetful-ldap",
      proxySettings: { CONNECTORS: fileURLToPath(new URL("../support/forgetful-connector.ts", import.meta.url)) },
    }),
    size: { accounts: 3, dependants: 2, randomizations: 5, checkouts: 0 },
    found: "brokenDependants",
    expectFound(proof) {
      expect(proof.brokenDependants.map(({ name, account, fault }) => [name, account.name, fault])).toEqual(
        Array.from({ length: proof.dependants }, (_, index) => [
          `copy0000${index + 1}`,
          `root0000${index + 1}`,
          "does not open",
        ]),
      );
      expect(proofLines(proof).join("\n")).toMatch(/dependant {3}copy00001 {2}\S+ {2}of root00001 {2}does not open/);
    },
    verdict: ({ dependants }) => `${dependants} dependants wrong`,
  },
  {
    name: "the vault gives out every entry for ever, though one of them opens",
    planted: () => ({
      reading: (read) => async (key) => {
        const held = await read(key);
        return held && { ...held, tree: { ...held.tree, giveOut: held.entries } };
      },
    }),
    size: { accounts: 2, dependants: 0, randomizations: 2, checkouts: 4 },
    found: "tooMany",
    expectFound(proof) {
      expect(proof.tooMany.length).toBeGreaterThan(0);
      const [{ account, entries } = { account: { name: "" }, entries: [] }] = proof.tooMany;
      expect(entries.filter(({ opens }) => opens)).toHaveLength(1);
      expect(entries.length).toBeGreaterThan(1);
      expect(proofLines(proof).join("\n")).toContain(`too many    ${account.name}  `);
    },
    verdict: ({ tooMany }) => `${tooMany.length} with too many`,
  },
  {
    name: "a check-out gives what somebody has returned",
    planted() {
      let first: Lent | undefined;
      return {
        lending: (real) => ({
          ...real,
          async borrow(account) {
            const lent = await real.borrow(account);
            first ??= lent;
            return lent && { ...lent, passwords: first?.passwords ?? [] };
          },
        }),
      };
    },
    size: { accounts: 1, dependants: 0, randomizations: 1, checkouts: 3 },
    found: "brokenCheckouts",
    expectFound(proof) {
      expect(proof.checkouts).toBeGreaterThanOrEqual(3);
      expect(proof.brokenCheckouts.map(({ fault }) => fault)).toEqual(
        Array.from({ length: proof.checkouts - 1 }, () => "given again"),
      );
      expect(proofLines(proof).join("\n")).toMatch(/check-out {3}root00001 {2}\S+ {2}given again/);
    },
    verdict: ({ brokenCheckouts }) => `${brokenCheckouts.length} check-outs broken`,
  },
];

/** Proofs of planted defects: in the short run all of them in one, because none hides another on one account. */
const proofs = testSize(
  [{ planted: defects, size: { accounts: 1, dependants: 1, randomizations: 2, checkouts: 3 } }],
  defects.map((defect) => ({ planted: [defect], size: defect.size })),
);

for (const { planted, size } of proofs)
  test(
    `the promise is broken where ${planted.map(({ name }) => name).join(", and ")}`,
    async () => {
      const parts = planted.map((defect) => defect.planted());
      const proof = await prove(wish({ ...size, ...Object.assign({}, ...parts) }));
      try {
        expect(proof).toMatchObject({ kept: false, lost: [], uncertain: [] } satisfies Partial<Proof>);
        for (const { found } of defects)
          if (!planted.some((defect) => defect.found === found)) expect([found, proof[found]]).toEqual([found, []]);
        for (const { expectFound, verdict } of planted) {
          expectFound(proof);
          expect(verdictOf(proof)).toContain(verdict(proof));
        }
        expect(verdictOf(proof)).toMatch(/^promise broken: /);
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
