import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";

const path = "/v2/nodes/plugIns";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
});
afterAll(() => api.close());

describe("GET /v2/nodes/plugIns", () => {
  it("401 without a login, 403 for an ordinary user, 400 with what it does not know", async () => {
    expect((await api.send("GET", path)).status).toBe(401);
    expect((await api.send("GET", path, { as: "ada" })).status).toBe(403);
    expect((await api.send("GET", `${path}?folder=/etc`, { as: "root" })).status).toBe(400);
  });

  it("tells the kinds with their built-in ones, and the files, without asking any", async () => {
    expect((await api.send("GET", path, { as: "root" })).json).toMatchObject({ files: [], problem: null, failed: [] });
    writePlugins(api, { "own.mjs": "throw new Error('asked');" });
    const { status, json } = await api.send("GET", path, { as: "root" });
    expect([status, json.files, json.failed]).toEqual([200, ["own.mjs"], []]);
    expect(json.kinds).toContainEqual(
      expect.objectContaining({ kind: "newIdCase", builtIns: ["lower-case", "upper-case"] }),
    );
  });

  it("tells one whose last call has failed", async () => {
    const question = { kind: "newIdCase", name: "own.mjs", services: {} } as const;
    const request = { id: "A", type: "account", targetSystemKey: "HR" } as const;
    await expect(api.context.plugins.ask({ ...question, request } as never)).rejects.toMatchObject({
      code: "PLUGIN_UNUSABLE",
    });
    const { json } = await api.send("GET", path, { as: "root" });
    expect(json.failed).toEqual([
      { plugin: "own.mjs", kind: "newIdCase", message: expect.stringMatching(/cannot be used/) },
    ]);
  });
});
