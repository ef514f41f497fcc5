import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { bodyMaxBytes } from "#domain/limits.ts";
import { peopleFileRowsMax } from "#domain/people-limits.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { testSize } from "#test/support/test-size.ts";

const file = "id,displayName,manager\nanna,Anna Abel,ben\nben,Ben Bond,\n";
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
});
afterAll(() => api.close());

const post = (action: string, body: unknown, as: string | null = "root", headers = {}) =>
  api.send("POST", `/v2/users/${action}`, { ...(as !== null && { as }), body, headers });
const failure = ({ status, json }: TestAnswer) => [status, json.error?.code];
const everything = async () =>
  JSON.stringify([await api.store.select("users"), await api.store.select("sesslog_full", { where: { result: "S" } })]);

describe.each(["trialImport", "import"])("POST /v2/users/%s", (action) => {
  it("is for superusers", async () => {
    const before = await everything();
    expect(failure(await post(action, { text: file }, null))).toEqual([401, "TOKEN_MISSING"]);
    await api.tokenOf("ada");
    expect(failure(await post(action, { text: file }, "ada"))).toEqual([403, "FORBIDDEN"]);
    expect(JSON.parse(await everything())[0]).toEqual(JSON.parse(before)[0]);
  });

  it.each([
    ["no JSON", file, "BODY_INVALID"],
    ["no text", {}, "INPUT_INVALID"],
    ["a text that is none", { text: [file] }, "INPUT_INVALID"],
    ["what it does not know", { text: file, force: true }, "INPUT_INVALID"],
  ])("refuses %s", async (_what, body, code) => {
    expect(failure(await post(action, body))).toEqual([400, code]);
  });

  it("tells line, column, rule and way out of what cannot be taken", async () => {
    const { status, json } = await post(action, { text: "id|displayName\nanna|Anna" });
    const message = expect.stringMatching(/^it is none of id, .+ A comma, semicolon or tab stands between the names$/);
    expect([status, json]).toMatchObject([200, { written: false, people: [] }]);
    expect(json.faults).toEqual([{ line: 1, column: "id|displayName", message }]);
  });

  it("answers no file that has more rows than people of one file, whether they can be read or not", async () => {
    for (const text of [`id,mail${"\na".repeat(peopleFileRowsMax + 1)}`, `id${"\na".repeat(peopleFileRowsMax + 1)}`])
      expect(failure(await post(action, { text }))[1]).toBe("LIMIT_EXCEEDED");
    expect(failure(await post(action, { text: `id\n${"a".repeat(bodyMaxBytes)}` }))).toEqual([413, "BODY_TOO_LARGE"]);
  });
});

it("says what would become of each row, and writes nothing before it is to be taken in", async () => {
  const before = await everything();
  const { json } = await post("trialImport", { text: file });
  expect(json).toMatchObject({ written: false, faults: [], people: [{ id: "anna", does: "add" }, { id: "ben" }] });
  expect(await everything()).toBe(before);
  const unfit = await post("import", { text: `${file}x y,,`, keepGoing: null });
  expect(unfit.json).toMatchObject({ written: false, faults: [{ line: 4, column: "id" }] });
  expect(await api.store.count("users", { id: "anna" })).toBe(0);
  expect((await post("import", { text: `${file}x y,,`, keepGoing: true })).json).toMatchObject({ written: true });
  const [anna, ben] = await Promise.all(["anna", "ben"].map((id) => api.store.select("users", { where: { id } })));
  expect(anna?.[0]?.managerKey).toBe(ben?.[0]?.key);
});

const people = testSize(500, peopleFileRowsMax);

it(`takes in a file of ${people} people once, however often the same call is sent`, async () => {
  const ids = Array.from({ length: people }, (_, index) => `p${index}`);
  const text = `id,displayName,mail\n${ids.map((id) => `${id},Person ${id} of the file,${id}@example.test`).join("\n")}`;
  const headers = { "idempotency-key": "the-same-file" };
  const first = await post("import", { text }, "root", headers);
  expect([first.status, first.json.written, first.json.people.length]).toEqual([200, true, people]);
  const again = await post("import", { text }, "root", headers);
  expect(again.json).toEqual(first.json);
});
