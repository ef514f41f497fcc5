import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type LdapPassThrough, startLdapPassThrough, type PasswordFate } from "./ldap-pass-through.ts";
import {
  startVaultDirectory,
  type VaultAccount,
  type VaultDirectory,
  vaultDirectoryPolicy,
} from "./vault-directory.ts";

const constraintViolation = 19;
const count = 2_000;
let room: VaultDirectory;
let way: LdapPassThrough;

beforeAll(async () => {
  room = await startVaultDirectory(count);
  way = await startLdapPassThrough({ host: "127.0.0.1", port: Number(new URL(room.directory.url).port) });
});

afterAll(async () => {
  await way?.stop();
  await room?.stop();
});

async function withClient<T>(run: (client: Client) => Promise<T>, timeout = 60_000): Promise<T> {
  const client = new Client({ url: `ldap://127.0.0.1:${way.port}`, timeout });
  try {
    await client.bind(room.directory.admin.dn, room.directory.admin.password);
    return await run(client);
  } finally {
    await client.unbind().catch(() => {});
  }
}

function set(client: Client, { dn }: VaultAccount, password: string): Promise<void> {
  const modification = new Attribute({ type: "userPassword", values: [password] });
  return client.modify(dn, new Change({ operation: "replace", modification }));
}

function told(setting: Promise<void>): Promise<"answered" | "lost"> {
  return setting.then(
    () => "answered",
    () => "lost",
  );
}

const account = (index: number) => room.accounts[index] as VaultAccount;

async function factsOf({ name }: VaultAccount) {
  const facts = (await room.facts()).get(name);
  if (facts === undefined) throw new Error(`${name} is not there`);
  return facts;
}

describe("the directory", () => {
  test("has every account with the password that is known, and counts none of what is read", async () => {
    const facts = await room.facts();
    // The administrator is one of them.
    expect(facts.size).toBe(count + 1);
    for (const { name, password } of room.accounts) {
      const { opens, failures, locked } = facts.get(name) ?? {};
      expect([opens?.(password), opens?.(`${password}x`), failures, locked]).toEqual([true, false, 0, false]);
    }
    await withClient((client) => client.bind(account(0).dn, account(0).password));
  });

  test("judges a password that was set as a login does", async () => {
    await withClient((client) => set(client, account(1), "Another-Heron-7421"));
    const { opens } = await factsOf(account(1));
    expect([opens("Another-Heron-7421"), opens(account(1).password)]).toEqual([true, false]);
    await withClient((client) => client.bind(account(1).dn, "Another-Heron-7421"));
  });

  test("refuses what is too short and what was used before", async () => {
    const used = Array.from({ length: vaultDirectoryPolicy.remembered }, (_, index) => `Used-before-${index}`);
    await withClient(async (client) => {
      for (const password of used) await set(client, account(2), password);
      for (const refused of ["x".repeat(vaultDirectoryPolicy.shortest - 1), used[0] ?? ""])
        await expect(set(client, account(2), refused)).rejects.toMatchObject({ code: constraintViolation });
    });
    expect((await factsOf(account(2))).opens(used.at(-1) ?? "")).toBe(true);
  });

  test("locks an account with the third wrong password, and keeps its password", async () => {
    const seen: unknown[] = [];
    for (let tries = 1; tries <= vaultDirectoryPolicy.failures; tries++) {
      await expect(withClient((client) => client.bind(account(3).dn, "a wrong one"))).rejects.toThrow();
      const { failures, locked } = await factsOf(account(3));
      seen.push([failures, locked]);
    }
    expect(seen).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect((await factsOf(account(3))).opens(account(3).password)).toBe(true);
    await expect(withClient((client) => client.bind(account(3).dn, account(3).password))).rejects.toThrow();
  });
});

describe("what lies before it", () => {
  const fresh = "Fresh-Quartz-7421";
  const answerMs = 500;

  test.each<[PasswordFate, string, string]>([
    ["done", "answered", "set"],
    ["pretended", "answered", "kept"],
    ["answerLost", "lost", "set"],
    ["cutAtAnswer", "lost", "set"],
    ["cutBefore", "lost", "kept"],
  ])("a password whose fate is %s: the client is %s, the password is %s", async (fate, answer, becomes) => {
    const target = account(10 + ["done", "pretended", "answerLost", "cutAtAnswer", "cutBefore"].indexOf(fate));
    const first = way.passwords() + 1;
    way.decide((number) => (number === first ? fate : "done"));
    const outcome = await withClient((client) => told(set(client, target, fresh)), answerMs);
    expect(outcome).toBe(answer);
    expect(way.passwords()).toBe(first);
    const { opens } = await factsOf(target);
    expect([opens(fresh), opens(target.password)]).toEqual([becomes === "set", becomes === "kept"]);
  });

  test("the answers of others come through while one is lost", async () => {
    const first = way.passwords() + 1;
    way.decide((number) => (number === first ? "answerLost" : "done"));
    await withClient(async (client) => {
      const lost = told(set(client, account(20), fresh));
      await Promise.all(Array.from({ length: 20 }, (_, index) => set(client, account(21 + index), fresh)));
      expect(await lost).toBe("lost");
    }, answerMs * 10);
    const facts = await room.facts();
    expect(room.accounts.slice(20, 41).every(({ name }) => facts.get(name)?.opens(fresh))).toBe(true);
  });

  test("while it hangs nothing is done, and what waited is done when it goes on", async () => {
    await withClient(async (client) => {
      way.turn("hangs");
      const setting = set(client, account(50), fresh);
      const other = withClient(async () => undefined, answerMs);
      await expect(other).rejects.toThrow();
      expect((await factsOf(account(50))).opens(fresh)).toBe(false);
      way.turn("open");
      await setting;
    });
    expect((await factsOf(account(50))).opens(fresh)).toBe(true);
  });

  test("while it refuses nobody gets in, and everybody is thrown out", async () => {
    await withClient(async (client) => {
      way.turn("refuses");
      await expect(set(client, account(51), fresh)).rejects.toThrow();
    });
    await expect(withClient(async () => undefined)).rejects.toThrow();
    way.turn("open");
    await withClient((client) => set(client, account(51), fresh));
    expect((await factsOf(account(51))).opens(fresh)).toBe(true);
  });
});
