import { afterEach, beforeEach, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { callerOf } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { resetPolicy } from "../policies/reset-policy.ts";
import { giveSampleRoles } from "./give-roles.ts";
import { loadSample } from "./load.ts";
import { samplePeopleCount } from "./people.ts";
import { refreshSamplePasswords } from "./refresh-passwords.ts";
import { sampleRoles } from "./roles.ts";

const engine = callerOf({ key: "", id: "sample", superuser: false }, { kind: "engine", key: null, module: "load" });
let api: TestApi;

beforeEach(async () => {
  api = await openTestApi();
  await invoke(loadSample, api.context, engine, { most: samplePeopleCount });
});
afterEach(() => api.close());

const give = () => invoke(giveSampleRoles, api.context, engine, {});
const idOf = (does: string) => sampleRoles.find((role) => role.does === does)?.id ?? "";

async function statusOf(does: string, path: string): Promise<number> {
  const id = idOf(does);
  const passwords = await invoke(refreshSamplePasswords, api.context, engine, { userIds: [id] });
  const { json } = await api.signIn(id, { password: passwords.get(id)?.use((text) => text) ?? "" });
  return (await api.send("GET", path, { headers: { authorization: `Bearer ${json.access_token}` } })).status;
}

test("each role has somebody of its own", () => {
  expect(new Set(sampleRoles.map(({ id }) => id)).size).toBe(sampleRoles.length);
});

test.each([
  ["audits", "/v2/sessionLogData"],
  ["runs the proxies", "/v2/proxyServers"],
  ["helps on the telephone", "/v2/people?$search=ada"],
])("who %s may read %s by the role alone", async (does, path) => {
  expect(await statusOf(does, path)).toBe(403);
  expect((await give()).members).toBe(4);
  expect(await statusOf(does, path)).toBe(200);
  expect(await statusOf("asks for access", path)).toBe(403);
});

test("a second time nothing is given, and a policy that the installation has changed stays as it is", async () => {
  const { policies } = await give();
  expect(policies).toBe(sampleRoles.flatMap((role) => role.policies).length);
  const key = policyOf.list("sessionLogData");
  await invoke(resetPolicy, api.context, engine, { key });
  expect(await give()).toEqual({ members: 0, policies: 0 });
  expect((await api.context.store.get("policies", key))?.expression).toBeNull();
});
