import { afterAll, beforeAll, expect, test } from "vitest";

import { startVaultDirectory, type VaultDirectory } from "#test/support/vault-directory.ts";

import { createRandomizeRival } from "./rival.ts";

let room: VaultDirectory;

beforeAll(async () => {
  room = await startVaultDirectory(50);
});

afterAll(async () => {
  await room?.stop();
});

test.each([1, 8])(
  "with %i at once every account has the password that the rival names, and no login was refused",
  async (atOnce) => {
    const names = room.accounts.map(({ name }) => name);
    const before = await room.facts();
    const rival = createRandomizeRival(room.directory, names, atOnce);
    const cost = await rival.randomize();
    await rival.stop();
    const facts = await room.facts();
    expect(new Set(cost.passwords.values()).size).toBe(names.length);
    for (const name of names) {
      const password = cost.passwords.get(name) ?? "";
      expect([before.get(name)?.opens(password), facts.get(name)?.opens(password)]).toEqual([false, true]);
      expect(facts.get(name)?.failures).toBe(0);
    }
    expect(cost.seconds).toBeGreaterThan(0);
  },
);
