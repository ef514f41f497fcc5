import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { markExternals } from "#activities/hub/moments.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { keepMembers } from "#operations/user-classes/keep-members.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { failure } from "#test/support/says.ts";

const dayMs = 86_400_000;
const clock = new ManualClock();
let api: TestApi;
let sponsor: Row<"users">;

beforeAll(async () => {
  api = await openTestApi({ clock, settings: { externalPeople: "EXTERNALS", externalLongestDays: 30 } });
  sponsor = await api.addUser("sponsor");
  const condition = "startswith(id,'x-')";
  await asRoot("POST", "/v2/userClasses", { id: "EXTERNALS", description: "from outside", condition });
});
afterAll(() => api.close());

const asRoot = (method: string, path: string, body?: object) =>
  api.send(method, path, { as: "root", ...(body === undefined ? {} : { body }) });
const add = (body: object) => asRoot("POST", "/v2/users", body);
const patch = ({ key }: { key: string }, body: object) => asRoot("PATCH", `/v2/users(${key})`, body);
const in_ = (days: number) => new Date(clock.now() + days * dayMs).toISOString();
const refused = (target: string) => [400, "EXTERNAL_INCOMPLETE", target];

describe("an external person", () => {
  it("is not added without an end, without a sponsor, or for too long, and others are", async () => {
    expect(failure(await add({ id: "x-1" }))).toEqual(refused("endsAt"));
    expect(failure(await add({ id: "x-1", endsAt: in_(1) }))).toEqual(refused("sponsorKey"));
    expect(failure(await add({ id: "x-1", endsAt: in_(31), sponsorKey: sponsor.key }))).toEqual(refused("endsAt"));
    expect(await api.store.count("users", { id: "x-1" })).toBe(0);
    expect((await add({ id: "x-1", endsAt: in_(30), sponsorKey: sponsor.key })).status).toBe(201);
    expect((await add({ id: "inside" })).status).toBe(201);
  });

  it("does not come by a change of what makes one external, nor loses what an external needs", async () => {
    const { json: user } = await add({ id: "y-2" });
    expect(failure(await patch(user, { id: "x-2" }))).toEqual(refused("endsAt"));
    expect((await patch(user, { id: "x-2", endsAt: in_(5), sponsorKey: sponsor.key })).status).toBe(204);
    expect(failure(await patch(user, { sponsorKey: null }))).toEqual(refused("sponsorKey"));
    expect(failure(await patch(user, { endsAt: null }))).toEqual(refused("endsAt"));
    expect((await patch(user, { displayName: "Ex" })).status).toBe(204);
  });

  it("does not come by a file", async () => {
    const taken = await asRoot("POST", "/v2/users/import", { text: "id\nx-3\nz-3\n", keepGoing: true });
    expect(failure(taken)).toEqual(refused("text"));
    expect(await api.store.count("users", { id: "z-3" })).toBe(0);
  });

  it("is extended for the longest time at most, as often as the sponsor says so", async () => {
    const { json: user } = await add({ id: "x-4", endsAt: in_(10), sponsorKey: sponsor.key });
    const extend = (days: number) =>
      api.send("POST", `/v2/users(${user.key})/extend`, { as: "sponsor", body: { endsAt: in_(days) } });
    expect(failure(await extend(31))).toEqual(refused("endsAt"));
    expect((await extend(30)).status).toBe(200);
  });
});

it("stays a matter of a class: the class is not removed while the setting names it", async () => {
  const removed = await asRoot("DELETE", "/v2/userClasses('EXTERNALS')");
  expect(failure(removed)).toEqual(expect.arrayContaining([409, "USER_CLASS_IN_USE"]));
  expect(removed.json.error.message).toContain("EXTERNAL_PEOPLE");
});

describe("external people of a source", () => {
  it("are marked and told to superusers once, and unmarked when they are complete", async () => {
    const [one, two] = [await api.addUser("x-5"), await api.addUser("x-6")];
    const engine = engineCaller("idwfm", "test");
    await invoke(keepMembers, api.context, engine, { id: "EXTERNALS" });
    const sweep = () => markExternals({ context: api.context, signal: new AbortController().signal });
    await sweep();
    await sweep();
    const marked = async () =>
      (await api.store.select("users", { where: { externalIncomplete: true }, orderBy: [["id", "asc"]] })).map(
        ({ id }) => id,
      );
    expect(await marked()).toEqual(["x-5", "x-6"]);
    const [root] = await api.store.select("users", { where: { id: "root" } });
    const told = await api.store.select("notices", { where: { kind: "externalsIncomplete" } });
    expect(told.map(({ userKey, facts }) => [userKey, facts])).toEqual([[root?.key, { people: 2 }]]);
    expect((await patch(one, { endsAt: in_(3), sponsorKey: sponsor.key })).status).toBe(204);
    expect(await marked()).toEqual(["x-6"]);
    await api.store.transaction(() =>
      api.store.save("users", { key: two.key, endsAt: clock.now() + 1, sponsorKey: sponsor.key }),
    );
    await sweep();
    expect(await marked()).toEqual([]);
  });
});
