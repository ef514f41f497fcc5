import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { EntitySet, Navigation } from "#api/odata/entity-set.ts";
import { formatKey } from "#api/odata/key.ts";
import { isSortable, propertiesOf } from "#api/odata/model/types.ts";
import { entitySets } from "#api/v2/routes.ts";
import { systemIds } from "#platform/ids.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { fillSets, keyOf } from "#test/support/fill-sets.ts";
import { testSize } from "#test/support/test-size.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.tokenOf("root");
  await fillSets(api.store);
});
afterAll(() => api.close());

// More pages than any set has here: the settings, one to a page, have the most.
const pagesMax = 1_000;
/** Most pages of a set in the short size. */
const shortPages = 4;
const wholePage = { prefer: `maxpagesize=${pagesMax}` };

type Entity = Readonly<Record<string, unknown>>;
type Page = Entity & { readonly value: readonly Entity[] };

async function get(address: string, headers: Record<string, string> = {}): Promise<Page> {
  const { pathname, search } = new URL(address, "https://here.example");
  const { status, json, text } = await api.send("GET", `${pathname}${search}`, { as: "root", headers });
  expect([address, status, text]).toEqual([address, 200, text]);
  return json as Page;
}

/** Returns the page size for a number of entities. Most sets have so few that each page holds one. */
const sizeFor = (entities: number) => testSize(Math.ceil(entities / shortPages), 1);

/** Requires that the pages of an address hold the same entities as the whole, each page found by the link of the one before. */
async function expectSameInPages(address: string, whole: readonly Entity[]): Promise<void> {
  const found: Entity[] = [];
  const size = sizeFor(whole.length);
  let link: unknown = address;
  for (let page = 1; typeof link === "string"; page += 1) {
    expect(page).toBeLessThan(pagesMax);
    const { value, "@odata.nextLink": next } = await get(link, page === 1 ? { prefer: `maxpagesize=${size}` } : {});
    found.push(...value);
    link = next;
  }
  expect(found).toEqual(whole);
}

const readable = ({ relation, many, list, get: one }: Navigation) =>
  relation !== undefined && (many ? list : one) !== undefined;
const waysOf = (set: EntitySet) => (set.navigation ?? []).filter(readable);

const orderable = (set: EntitySet) =>
  set.allowedOrderByPropertiesList ??
  Object.entries(propertiesOf(set.type)).flatMap(([name, property]) => (isSortable(name, property) ? [name] : []));

/** Returns each option that a set accepts, with everything that it can name. */
function optionsOf(set: EntitySet): readonly string[] {
  const { property: key, kind } = set.key;
  const ways = waysOf(set);
  const ordered = orderable(set);
  return [
    "",
    "$count=true",
    "$top=3",
    "$skip=1",
    `$select=${key}`,
    `$filter=${key} ne ${kind === "guid" ? "00000000-0000-0000-0000-000000000000" : "'none'"}`,
    "$compute=1 add 1 as two",
    `$orderby=${ordered.slice(0, 5).join(",")}`,
    ...testSize(
      [`$orderby=${ordered.at(-1)} desc`],
      ordered.map((name) => `$orderby=${name} desc`),
    ),
    ...ways.map(({ name }) => `$expand=${name}`),
    ...ways.map(({ name, target }) => `$expand=${name}($select=${target().key.property})&$select=${key}`),
    ...(ways.length > 1 ? ["$expand=*"] : []),
  ];
}

const lists = entitySets.filter(({ list }) => list !== undefined);

describe("every link to a next page that the service gives can be followed, and misses nothing", () => {
  it.each(lists.flatMap((set) => optionsOf(set).map((option) => [set.name, option] as const)))(
    "/v2/%s?%s",
    async (name, option) => {
      const address = `/v2/${name}?${encodeURI(option)}`;
      const { value } = await get(address, wholePage);
      expect(value.length).toBeGreaterThan(1);
      await expectSameInPages(address, value);
    },
  );

  it.each(lists.map(({ name }) => name))("/v2/%s/$ref", async (name) => {
    const { value } = await get(`/v2/${name}/$ref`, wholePage);
    await expectSameInPages(`/v2/${name}/$ref`, value);
  });

  it.each(
    lists.flatMap((set) => waysOf(set).flatMap(({ name, many }) => (many ? [[set.name, name, set.key.property]] : []))),
  )("/v2/%s(…)/%s", async (name, way, key) => {
    const { value: owners } = await get(`/v2/${name}?$expand=${way}&$select=${key}`, wholePage);
    const [owner] = owners.filter((one) => (one[way] as readonly Entity[]).length > 1);
    const address = `/v2/${name}(${formatKey(String(owner?.[key]))})/${way}`;
    const { value } = await get(address);
    expect(value.length).toBeGreaterThan(1);
    await expectSameInPages(address, value);
  });
});

describe("$top beyond the largest page", () => {
  const many = 1040;
  beforeAll(() =>
    api.store.transaction(async () => {
      for (let index = 0; index < many; index += 1) {
        const ids = { stableId: `m${index}`, longId: "m", shortId: "m", displayId: "m" };
        await api.store.add("accounts", { key: systemIds.guid(), targetSystemKey: keyOf("targetSystems", 0), ...ids });
      }
    }),
  );
  const filter = "$filter=longId eq 'm'";

  it.each([
    [4096, [1000, 40]],
    [1020, [1000, 20]],
    [1000, [1000]],
  ])("$top=%i is answered in pages, and ends where it was to end", async (top, sizes) => {
    const first = await get(encodeURI(`/v2/accounts?${filter}&$top=${top}&$select=key&$count=true`));
    const { "@odata.nextLink": link } = first;
    const rest = typeof link === "string" ? await get(link) : { value: [] };
    expect([first.value.length, rest.value.length].filter((size) => size > 0)).toEqual(sizes);
    expect([first["@odata.count"], Object.hasOwn(rest, "@odata.nextLink")]).toEqual([many, false]);
    expect(new Set([...first.value, ...rest.value].map((one) => one["key"])).size).toBe(Math.min(top, many));
  });

  it("holds for what is expanded, too", async () => {
    const expanded = `$expand=accounts($top=1020;${filter};$select=key)&$select=id&$filter=id eq 'targetSystems0'`;
    const [system] = (await get(encodeURI(`/v2/targetSystems?${expanded}`))).value;
    const rest = await get(String(system?.["accounts@odata.nextLink"]));
    expect([(system?.["accounts"] as readonly object[] | undefined)?.length, rest.value.length]).toEqual([1000, 20]);
    expect(rest["@odata.nextLink"]).toBeUndefined();
  });
});
