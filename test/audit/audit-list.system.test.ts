import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
});
afterAll(() => api.close());

/** Runs `gatehouse audit list` with a user's token. */
async function list(who: string, ...command: string[]): Promise<readonly [number | string, string]> {
  const env = { GATEHOUSE_TOKEN: await api.tokenOf(who), PUBLIC_ADDRESS: api.address };
  const { code, output } = await callCommand(["audit", "list", ...command], { env });
  return [code, output];
}

const addUser = (as: string, id: string) => api.send("POST", "/v2/users", { as, body: { id, displayName: id } });

test("audit events are listed at the command line, the newest first, by time, operation, result, actor and words", async () => {
  const first = await addUser("root", "bea");
  const second = await addUser("root", "cy");
  const refused = await addUser("ada", "dee");
  expect([first.status, second.status, refused.status]).toEqual([201, 201, 403]);
  const [code, output] = await list("root", "--operation", "USAD");
  expect(code).toBe(0);
  const lines = output.trimEnd().split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^\S+Z {2}USAD {2}F {2}ada {2}/),
    expect.stringMatching(/^\S+Z {2}USAD {2}S {2}root {2}.*cy/),
    expect.stringMatching(/^\S+Z {2}USAD {2}S {2}root {2}.*bea/),
  ]);
  const failed = await list("root", "--operation", "USAD", "--result", "F", "--actor", "ada", "--json");
  const rows = failed[1]
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly ident: string });
  expect(rows.map(({ ident }) => ident)).toEqual(["dee"]);
  expect((await list("root", "--max", "2"))[1].trimEnd().split("\n")).toHaveLength(2);
  expect(await list("root", "--from", "2999-01-01")).toEqual([0, "No audit events.\n"]);
  expect((await list("root", "--to", "2999-01-01", "--search", "bea"))[1]).toContain("USAD  S  root");
  expect(await list("root", "--from", "yesterday")).toEqual([2, expect.stringContaining("--from 'yesterday'")]);
  expect(await list("root", "--result", "X")).toEqual([2, expect.stringContaining("Allowed choices are S, F, N")]);
  expect(await list("root", "--actor", "nobody")).toEqual([1, expect.stringContaining("No user has the id 'nobody'")]);
  expect(await list("root", "--operation", "it's")).toEqual([0, "No audit events.\n"]);
});

test("words of a target with line breaks add no line that looks like an event", async () => {
  const message = "refused\n2030-01-01T00:00:00.000Z  USAD  S  root";
  await api.store.transaction(() => api.store.audit({ sessid: "s", operation: "TCON", result: "F", message }));
  const [code, output] = await list("root", "--operation", "TCON");
  expect([code, output.trimEnd().split("\n")]).toEqual([0, [expect.stringMatching(/TCON {2}F {2}- {2}refused/)]]);
});

test("an ordinary user lists nothing that the policies of the audit do not show", async () => {
  const [code, output] = await list("ada");
  expect([code, output]).toEqual([1, expect.stringContaining("FORBIDDEN")]);
});
