import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { startGatehouse } from "../support/gatehouse.ts";
import { codeAt } from "../support/one-time-codes.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
});
afterAll(() => api.close());

const envOf = async (who: string) => ({ GATEHOUSE_TOKEN: await api.tokenOf(who), PUBLIC_ADDRESS: api.address });

/** Runs `gatehouse credential …` with a user's token. */
async function as(who: string, ...command: string[]): Promise<readonly [number | string, string]> {
  const { code, output } = await callCommand(["credential", ...command], { env: await envOf(who) });
  return [code, output];
}

test("somebody enrols a device that shows codes, and a superuser removes it when it is lost", async () => {
  const adding = startGatehouse(["credential", "add-code"], { env: await envOf("ada"), isOpen: true });
  const [, secret = ""] = await adding.until(/secret=([A-Z2-7]+)/);
  adding.child.stdin?.end(`${codeAt(secret, Date.now())}\n`);
  expect(await adding.ended()).toBe(0);
  expect(adding.output().match(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/gm)).toHaveLength(10);
  const [, listed] = await as("ada", "list");
  expect(listed).toMatch(/^[0-9a-f-]{36} {2}OneTimeCode {2}- {2}10 recovery codes left\n$/);
  const key = listed.split("  ", 1)[0] ?? "";
  const [ada] = await api.store.select("users", { where: { id: "ada" } });
  expect(await as("root", "remove", key, "--of", ada?.key ?? "")).toEqual([0, "Removed.\n"]);
  expect(await as("ada", "remove", key)).toEqual([1, expect.stringContaining("NOT_FOUND")]);
  expect(await as("ada", "list")).toEqual([0, ""]);
}, 60_000);
