import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callCommand } from "../support/commands.ts";
import { openTestService, type TestService } from "../support/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const user = (...command: string[]) =>
  callCommand(["user", ...command], { env: { GATEHOUSE_DATA: service.folder, DATABASE_URL: service.databaseUrl } });
const userOf = async (id: string) => (await service.store.select("users", { where: { id } }))[0];

test("people are added, imported, shut out, let in and given a link", async () => {
  const added = await user("add", "ben", "--name", "Ben Bond");
  const ben = await userOf("ben");
  expect([added.code, added.output]).toEqual([0, `${ben?.key}\n`]);
  expect((await user("add", "ben")).output).toContain("A user with this ID already exists.");

  const file = join(service.folder, "people.csv");
  writeFileSync(file, "id,displayName,manager\nanna,Anna Abel,ben\nx y,,\nben,Ben Bond,\n");
  const trial = await user("import", file, "--trial");
  expect(trial.code).toBe(1);
  expect(trial.output.split("\n")).toEqual(
    expect.arrayContaining([
      "line 2: add anna (displayName, manager)",
      "line 4: leave ben",
      expect.stringMatching(/^line 3, column id: it must not contain blanks, .*\. Correct it\.$/),
      "add 1, change 0, leave 1, refuse 1. Nothing was written.",
    ]),
  );
  expect((await user("import", file)).output).toContain("Import the file again, or add --keep-going.");
  expect(await userOf("anna")).toBeUndefined();
  expect((await user("import", file, "--keep-going")).output).toContain("add 1, change 0, leave 1, refuse 1.");
  expect((await userOf("anna"))?.managerKey).toBe(ben?.key);

  const link = await user("link", "anna");
  expect([link.code, link.output]).toEqual([0, expect.stringMatching(/for 'anna', good once and until .*Z:$/m)]);
  expect(link.output).toMatch(/^http:\/\/127\.0\.0\.1:8080\/identity\/connect\/password\?link=[\w-]{43}$/m);
  expect((await user("disable", "anna")).output).toBe("anna is disabled.\n");
  expect((await user("link", "anna")).output).toContain("Enable the user first.");
  expect((await user("enable", "anna")).output).toBe("anna is enabled.\n");
  expect(await userOf("anna")).toMatchObject({ disabled: false, passwordLinkHash: null });
  expect((await user("disable", "nobody")).output).toContain("No user has the id 'nobody'. Look it up");
}, 120_000);
