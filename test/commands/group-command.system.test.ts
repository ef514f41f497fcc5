import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { saveTarget } from "../support/organisation.ts";

let api: TestApi;
let keys: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("boss", { superuser: true, classes: ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"] });
  writeFileSync(join(api.folder, "boss.txt"), "password-of-boss\n");
  const { store, ids } = api.context;
  const groups = [
    ["T1", "staff"],
    ["T1", "sales"],
    ["T2", "staff"],
  ] as const;
  keys = Object.fromEntries(groups.map(([target, name]) => [`${target}-${name}`, ids.guid()]));
  await store.transaction(async () => {
    for (const id of ["T1", "T2"]) await saveTarget(api.context, id, { address: { file: id }, autoApprove: true });
    for (const [targetSystemKey, name] of groups) {
      const names = { stableId: name, longId: name, shortId: name, displayId: name };
      await store.add("groups", { key: keys[`${targetSystemKey}-${name}`] ?? "", targetSystemKey, ...names });
    }
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  const left = { managed: false, managedBy: null, keptUnmanaged: false } as const;
  await api.store.transaction(() =>
    api.store.saveAll(
      "groups",
      Object.values(keys).map((key) => ({ key, ...left })),
    ),
  );
});

const here = async (...command: string[]) => {
  const env = { GATEHOUSE_DATA: api.folder, DATABASE_URL: api.databaseUrl };
  const { code, output } = await callCommand(["group", ...command], { env });
  return [code, output] as const;
};
const there = async (...command: string[]) => {
  const env = {
    GATEHOUSE_DATA: join(api.folder, "nowhere"),
    GATEHOUSE_USER: "boss",
    GATEHOUSE_PASSWORD_FILE: join(api.folder, "boss.txt"),
  };
  const { code, output } = await callCommand(["group", ...command, "--url", api.address], { env });
  return [code, output] as const;
};

describe.each([
  ["on this machine", here],
  ["at a service elsewhere", there],
])("gatehouse group, %s", (_place, group) => {
  const managed = async () =>
    (await api.store.select("groups", { where: { managed: true } })).map(({ key }) => key).toSorted();

  test("refuses a name that is unknown or not clear, and changes nothing then", async () => {
    const [unclear, words] = await group("manage", "sales", "staff");
    expect([unclear, words]).toEqual([1, expect.stringContaining("Several groups are called 'staff'")]);
    const [unknown, told] = await group("manage", "sales", "nothing");
    expect([unknown, told]).toEqual([1, expect.stringContaining("No group is called 'nothing'")]);
    expect((await group("manage"))[0]).toBe(2);
    expect(await managed()).toEqual([]);
  });

  test("manages groups by name and by key, and stops managing them", async () => {
    expect(await group("manage", "sales", keys["T2-staff"] ?? "")).toEqual([
      0,
      "Group 'sales' of 'T1' is managed.\nGroup 'staff' of 'T2' is managed.\n",
    ]);
    expect(await group("manage", "staff", "sales", "--target", "T1")).toEqual([
      0,
      "Group 'staff' of 'T1' is managed.\nGroup 'sales' of 'T1' was managed already.\n",
    ]);
    expect(await managed()).toEqual(Object.values(keys).toSorted());
    expect(await group("unmanage", "sales")).toEqual([
      0,
      "Group 'sales' of 'T1' is no longer managed; no discovery takes it.\n",
    ]);
    expect(await group("unmanage", "sales")).toEqual([
      0,
      "Group 'sales' of 'T1' was not managed; no discovery takes it.\n",
    ]);
  });

  test("tries the option, and gives groups back", async () => {
    const key = keys["T1-staff"] ?? "";
    await group("unmanage", "sales");
    const rest = "Kept unmanaged by a person: 1\n";
    const [, on] = await group("trial", "T1");
    expect(on).toContain(`Managed now: 0\nTaken by the next discovery: 1\n  staff  ${key}\n${rest}  sales  `);
    expect(on).toMatch(/Nothing was changed\.\n$/);
    await api.store.transaction(() => api.store.save("groups", { key, managed: true, managedBy: "option" }));
    const [, off] = await group("trial", "T1", "--off");
    expect(off).toContain(`Could be given back (gatehouse group give-back): 1\n  staff  ${key}\n${rest}`);
    expect(JSON.parse((await group("trial", "T1", "--json"))[1])).toMatchObject({ managed: { count: 1 } });
    expect(await group("give-back", "T1")).toEqual([0, "1 group of 'T1' no longer managed.\n"]);
    expect(await group("give-back", "T1")).toEqual([0, "0 groups of 'T1' no longer managed.\n"]);
    expect(await managed()).toEqual([]);
  });
});
