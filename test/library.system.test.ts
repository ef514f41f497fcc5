import { afterAll, beforeAll, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { openLibrary } from "#operations/library.ts";
import { submit } from "#operations/requests/submit.ts";
import { createTargetSystem } from "#operations/target-systems/change-target-systems.ts";

import { openTestApi, type TestApi } from "./support/api.ts";

let api: TestApi;

let adaKey = "";
beforeAll(async () => {
  api = await openTestApi();
  ({ key: adaKey } = await api.addUser("ada"));
});
afterAll(() => api.close());

const target = { id: "FORBIDDEN", type: "sqlite", description: "not for everybody", address: { file: "x" } };

// @specification 1.library
test("the same forbidden call through REST and through the library is refused by the same policy, and both are audited", async () => {
  const refused = await api.send("POST", "/v2/targetSystems", { as: "ada", body: target });
  expect(refused).toMatchObject({
    status: 403,
    json: { error: { code: "FORBIDDEN", target: policyOf.create("targetSystems") } },
  });
  const library = openLibrary(api.context, await api.tokenOf("ada"));
  await expect(library.call(createTargetSystem, target)).rejects.toMatchObject({
    code: "FORBIDDEN",
    target: policyOf.create("targetSystems"),
  });
  const rows = await api.store.select("sesslog_full", { where: { operation: "TGTC" }, orderBy: [["seq", "asc"]] });
  expect(rows.map(({ module, result, targetSystem }) => ({ module, result, targetSystem }))).toEqual([
    { module: "rest", result: "F", targetSystem: "FORBIDDEN" },
    { module: "idapi", result: "F", targetSystem: "FORBIDDEN" },
  ]);
  expect(rows[0]?.actor).toBe(rows[1]?.actor);
  expect(rows[0]?.message).toBe(rows[1]?.message);
  expect(await api.store.get("targetSystems", "FORBIDDEN")).toBeUndefined();
});

// @specification 1.library
test("the library checks input as REST does, and a revoked token opens it no longer", async () => {
  const token = await api.tokenOf("ada");
  const library = openLibrary(api.context, token);
  await expect(library.call(submit, { recipientKey: adaKey, operations: [] })).rejects.toMatchObject({
    code: "INPUT_INVALID",
  });
  const { json } = await api.signIn("ada");
  const second = openLibrary(api.context, String(json.access_token));
  await api.send("POST", "/identity/connect/revocation", {
    form: { token: String(json.refresh_token), client_id: "gatehouse" },
  });
  await expect(second.call(submit, {})).rejects.toMatchObject({ code: "TOKEN_INVALID" });
});
