import { afterEach, beforeEach, expect, test } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { callerOf } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { loadSample } from "./load.ts";
import { samplePeople, samplePeopleCount } from "./people.ts";
import { refreshSamplePasswords } from "./refresh-passwords.ts";

const engine = callerOf({ key: "", id: "sample", superuser: false }, { kind: "engine", key: null, module: "load" });
const [first = "", second = "", third = ""] = samplePeople().map(({ id }) => id);
let api: TestApi;

beforeEach(async () => {
  api = await openTestApi();
  await invoke(loadSample, api.context, engine, { most: samplePeopleCount });
});
afterEach(() => api.close());

const refresh = (...userIds: string[]) => invoke(refreshSamplePasswords, api.context, engine, { userIds });
const withPassword = async () =>
  (await api.context.store.select("users")).filter(({ passwordHash }) => passwordHash !== null).map(({ id }) => id);

test("only those who act have a password, and who acted before loses theirs with the tokens", async () => {
  const passwords = await refresh(first, second);
  const password = passwords.get(second)?.use((text) => text) ?? "";
  const { json } = await api.signIn(second, { password });
  const headers = { authorization: `Bearer ${json.access_token}` };
  expect(await api.send("GET", "/v2/targetGroups", { headers })).toMatchObject({ status: 200 });

  await refresh(first, third);
  expect((await withPassword()).toSorted()).toEqual([first, third, "root"].toSorted());
  expect(await api.send("GET", "/v2/targetGroups", { headers })).toMatchObject({ status: 401 });
  expect(await api.signIn(second, { password })).toMatchObject({ status: 400 });
});

test("nobody outside the sample organisation gets one", async () => {
  await expect(refresh("root")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
