import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { readCsv } from "#domain/csv.ts";
import { exportPageAccounts } from "#domain/vault-export-limits.ts";
import { exportedNames } from "#operations/vault/engine/export-pages.ts";

import { entriesEach, fillVault, numberedKey as guid } from "../support/fill-vault.ts";
import { runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { peakMemoryMB } from "../support/peak-memory.ts";
import { openTestService, type TestService } from "../support/service.ts";
import { testSize } from "../support/test-size.ts";

const accounts = testSize(2 * exportPageAccounts + 1, 50_000);
const all = accounts * entriesEach;
/** Megabytes that a hub may use, however many entries there are: they are sealed page by page. */
const exportMBMax = 400;
const lookEveryMs = 20;
let opened: TestService;
let elsewhere = "";
let env: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  opened = await openTestService();
  elsewhere = mkdtempSync(join(tmpdir(), "gatehouse-export-"));
  env = { GATEHOUSE_DATA: opened.folder, DATABASE_URL: opened.databaseUrl, LOG_LEVEL: "silent" };
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  writeFileSync(pathOf("public.pem"), publicKey.export({ format: "pem", type: "spki" }));
  writeFileSync(pathOf("private.pem"), privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
  await fillVault(opened.store, "T1", accounts);
});
afterAll(async () => {
  await opened.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

const pathOf = (name: string) => join(elsewhere, name);
const vault = (...words: string[]) => runGatehouse(["vault", ...words], { env });
const rowsOf = (text: string) =>
  readCsv(text).records.map(({ values }) => Object.fromEntries(exportedNames.map((name, at) => [name, values[at]])));

/** Runs a command and also returns its peak memory in megabytes. */
async function measured(...words: string[]) {
  const running = startGatehouse(["vault", ...words], { env });
  let peakMB = 0;
  const looking = setInterval(() => (peakMB = peakMemoryMB(running.pid) ?? peakMB), lookEveryMs);
  const code = await running.ended();
  clearInterval(looking);
  return { code, output: running.output(), peakMB };
}

it("an export holds every entry with its account, target and moments, shows none of them, and is audited with who and how many", async () => {
  const file = pathOf("whole.export");
  const made = await measured("export", file, "--recipient", pathOf("public.pem"));
  console.log(`export of ${all} entries: ${made.peakMB} MB of memory at most`);
  expect(made.peakMB).toBeGreaterThan(0);
  expect(made.peakMB).toBeLessThan(exportMBMax);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining(`entries   ${all}\n`) as string });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(/canary|root "/.test(readFileSync(file, "utf8"))).toBe(false);
  const [row] = await opened.store.select("sesslog_full", { where: { operation: "VKEX" } });
  expect(row).toMatchObject({ result: "S", message: expect.stringContaining(`${all} passwords, sealed to`) as string });
  expect(JSON.stringify(row)).toContain("cli:");
  expect(JSON.stringify(row)).not.toContain("canary");

  const looked = await vault("open-export", file, "--key", pathOf("private.pem"));
  expect(looked).toMatchObject({ code: 0, output: expect.stringContaining("Nothing was written") as string });
  expect(looked.output).not.toContain("canary");
  const to = pathOf("whole");
  await vault("open-export", file, "--key", pathOf("private.pem"), "--to", to);
  expect(readdirSync(to).toSorted()).toEqual(["keys.json", "passwords.csv"]);
  expect(statSync(join(to, "passwords.csv")).mode & 0o777).toBe(0o600);
  const [titles, ...rows] = rowsOf(readFileSync(join(to, "passwords.csv"), "utf8"));
  expect(Object.values(titles ?? {})).toEqual(exportedNames);
  expect(rows).toHaveLength(all);
  expect(new Set(rows.map(({ entry }) => entry)).size).toBe(all);
  expect(rows.slice(2, 4)).toEqual([
    {
      target: "T1",
      account: 'root "1"',
      policy: "HISTORICAL",
      managedAccount: guid("a", 1),
      entry: guid("e", 2),
      parent: "",
      mayOpen: "true",
      status: "C",
      origin: "imported",
      createdAt: "1970-01-01T00:00:01.000Z",
      settledAt: "1970-01-01T00:00:02.000Z",
      openedAt: "1970-01-01T00:00:02.000Z",
      refusedAt: "",
      password: 'canary "one", 1',
    },
    expect.objectContaining({ entry: guid("e", 3), parent: guid("e", 2), status: "U", password: "canary two 1" }),
  ]);
});

it("an export that is stopped leaves no file", async () => {
  const folder = mkdtempSync(join(elsewhere, "stopped-"));
  const started = startGatehouse(["vault", "export", join(folder, "x"), "--recipient", pathOf("public.pem")], { env });
  await expect.poll(() => readdirSync(folder).length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
  started.child.kill("SIGINT");
  expect(await started.ended()).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});

it("an export without its last page, or with one of another, opens to no file and says where it is damaged", async () => {
  const lines = readFileSync(pathOf("whole.export"), "utf8").trimEnd().split("\n");
  const to = pathOf("damaged");
  for (const [kept, words] of [
    [lines.slice(0, -1), "where pages are missing"],
    [lines.toSpliced(2, 1), "at its line 3"],
    [["words", ...lines.slice(1)], "is no export of the vault"],
  ] as const) {
    writeFileSync(pathOf("damaged.export"), `${kept.join("\n")}\n`);
    const { code, output } = await vault(
      "open-export",
      pathOf("damaged.export"),
      "--key",
      pathOf("private.pem"),
      "--to",
      to,
    );
    expect(code).toBe(1);
    expect(output).toContain(words);
  }
  expect(readdirSync(to)).toEqual([]);
});

it("an entry that does not open holds up no other one, and is named", async () => {
  const { store } = opened;
  const key = guid("e", 999_999);
  const forged = { key, managedAccountKey: guid("a", 0), secret: "words-of-nobody", createdNode: "node1" };
  const entry = { ...forged, origin: "observed", status: "U", createdAt: 4_000 } as const;
  await store.transaction(() => store.add("vaultEntries", entry));
  const file = pathOf("broken.export");
  const { code, output } = await vault("export", file, "--recipient", pathOf("public.pem"));
  expect(code).toBe(1);
  expect(output).toContain(`vaultEntries.secret  ${key}`);
  const printed = await vault("open-export", file, "--key", pathOf("private.pem"), "--print");
  const rows = rowsOf(printed.output);
  expect(rows).toHaveLength(1 + all + 1);
  expect(rows.find((row) => row["entry"] === key)).toMatchObject({ password: "" });
});

it("an opened export lets no formula into a spreadsheet, says of how many passwords that is so, and gives all as they are with --raw", async () => {
  const { store } = opened;
  const [accountKey, key] = [guid("a", 999_998), guid("e", 999_998)];
  const accountName = '=HYPERLINK("http://e.example","ü")';
  const names = { accountKey: guid("c", 999_998), accountName, managedSystemKey: guid("5", 1) };
  const secret = store.seal(new Secret("-2;=1+1"), { table: "vaultEntries", column: "secret", key });
  const entry = { key, managedAccountKey: accountKey, secret, createdNode: "node1", createdAt: 5_000 };
  await store.transaction(async () => {
    await store.add("managedAccounts", { key: accountKey, ...names, policyId: "HISTORICAL", status: "U" });
    await store.add("vaultEntries", { ...entry, origin: "observed", status: "U" });
  });
  const file = pathOf("formulas.export");
  await vault("export", file, "--recipient", pathOf("public.pem"));
  const openedBy = (...words: string[]) => vault("open-export", file, "--key", pathOf("private.pem"), ...words);
  const rowIn = (text: string) => rowsOf(text).find((row) => row["entry"] === key);
  const to = pathOf("formulas");
  const words = "1 password(s) look like formulas";
  expect((await openedBy("--to", to)).output).toContain(words);
  const table = readFileSync(join(to, "passwords.csv"), "utf8");
  expect(table.startsWith("\uFEFF")).toBe(true);
  expect(rowIn(table)).toMatchObject({ account: `'${accountName}`, password: "'-2;'=1+1" });
  const raw = await openedBy("--print", "--raw");
  expect(raw.output).not.toContain(words);
  expect(rowIn(raw.output)).toMatchObject({ account: accountName, password: "-2;=1+1" });
});
