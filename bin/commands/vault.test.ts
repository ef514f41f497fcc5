import { afterEach, beforeEach, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { callCommand } from "#test/support/commands.ts";
import { openTestStore, type TestStore } from "#test/support/store.ts";

const at = { table: "passwordChecks", key: "00000000-0000-4000-8000-000000000001", column: "password" };
let opened: TestStore;

beforeEach(async () => {
  opened = await openTestStore({ dialect: "sqlite" });
  await save(opened.store.seal(new Secret("x"), at));
});
afterEach(() => opened.close());

const save = (password: string) =>
  opened.store.transaction(() =>
    opened.store.save("passwordChecks", {
      key: at.key,
      targetSystemKey: "T",
      proxyServer: "P",
      requestId: "r",
      expiresAt: 1,
      password,
    }),
  );
const vault = (...words: string[]) =>
  callCommand(["vault", ...words], {
    env: { GATEHOUSE_DATA: opened.folder, DATABASE_URL: opened.databaseUrl, LOG_LEVEL: "silent" },
  });

it("a key is exchanged, goes on until a newer one has settled, and the old one is removed by no slip", async () => {
  const [old] = opened.store.vault.keys();
  const rotated = await vault("rotate-key");
  expect(rotated).toMatchObject({ code: 0, output: expect.stringMatching(/wrapped {2}1 text/) as string });
  const current = opened.store.vault.keys().find(({ state }) => state === "current");
  expect((await vault("status")).output).toContain(`current  ${current?.kid}  since ${current?.createdAt}\n  password`);
  expect(await vault("remove-key", current?.kid ?? "")).toMatchObject({ code: 1 });
  const tooSoon = await vault("remove-key", old?.kid ?? "");
  expect(tooSoon.output).toContain("may still be on its way");
  expect(await vault("verify")).toMatchObject({ code: 0 });
});

it("what does not open is named, with nothing of it, and fails", async () => {
  await save("words-of-nobody");
  const { code, output } = await vault("verify");
  expect(code).toBe(1);
  expect(output).toContain(`passwordChecks.password  ${at.key}`);
  expect(output).not.toContain("words-of-nobody");
  expect((await vault("status")).output).toContain("not a sealed text");
});
