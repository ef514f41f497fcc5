import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
});
afterAll(() => api.close());

/** Runs `gatehouse session …` with a user's token. */
async function as(who: string, ...command: string[]): Promise<readonly [number | string, string]> {
  const env = { GATEHOUSE_TOKEN: await api.tokenOf(who), PUBLIC_ADDRESS: api.address };
  const { code, output } = await callCommand(["session", ...command], { env });
  return [code, output];
}

test("somebody lists the own sessions at the command line and ends one of them; a superuser sees those of others", async () => {
  await api.tokenOf("ada");
  const [before] = await api.store.select("persistedGrants");
  await api.signIn("ada");
  const [, listed] = await as("ada", "list");
  const lines = listed.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(/^[0-9a-f-]{36} {2}\S+Z {2}\S+Z {2}password {2}gatehouse {2}127\.0\.0\.1$/);
  const other = lines.map((line) => line.split("  ", 1)[0]).find((key) => key !== before?.family) ?? "";
  expect(await as("ada", "end", other)).toEqual([0, "Ended.\n"]);
  expect(await as("ada", "end", other)).toEqual([1, expect.stringContaining("The session has already ended.")]);
  expect((await as("ada", "list"))[1].trimEnd().split("\n")).toEqual([
    expect.stringContaining(before?.family ?? "none"),
  ]);
  const [user] = await api.store.select("users", { where: { id: "ada" } });
  const all = await as("root", "list", "--of", user?.key ?? "", "--all");
  expect(all).toEqual([0, expect.stringContaining(`${other}  `)]);
  expect(all[1]).toContain("  logout\n");
  const [root] = await api.store.select("users", { where: { id: "root" } });
  expect(await as("ada", "list", "--of", root?.key ?? "")).toEqual([1, expect.stringContaining("FORBIDDEN")]);
}, 60_000);
