import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { openDatabase } from "#store/database.ts";
import { keptSecrets } from "#store/migrations/0114-kept-secrets.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

import type { EntitySet, Verbs, WriteVerb } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import type { RouteDefinition } from "../route.ts";
import { structure } from "./entity-type-of.ts";
import { entitySets } from "./routes.ts";

/** Defect that the walk must find: a route that returns kept answers without any check. */
const planted: RouteDefinition = {
  method: "POST",
  path: "/v2/planted",
  policy: "targetgroups_post_create",
  keepsAnswers: true,
  handler: async ({ context }) => JSON.parse((await context.store.keptAnswers.find({} as never)) ?? "").answer,
};

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ extraRoutes: [planted] });
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { T1: [], T2: [] } });
  await api.letIn(...Object.values(people));
  await api.tokenOf("ada");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await setPolicies(null, () => true);
});
afterAll(() => api.close());

/** Stores an expression for the policies of some names; null: their defaults are in force again. */
async function setPolicies(expression: string | null, isConcerned: (name: string) => boolean): Promise<void> {
  const names = defaultPolicies.map(({ name }) => name).filter(isConcerned);
  await api.store.transaction(async () => {
    for (const name of names)
      await api.store.save("policies", { name, expression, number: expression === null ? 0 : 1 });
  });
  await api.context.reloadPolicies?.();
}

let keys = 0;
const newKey = () => ({ "idempotency-key": `key-${++keys}` });
const lastAudited = async () => {
  const [row] = await api.store.select("sesslog_full", { orderBy: [["seq", "desc"]], limit: 1 });
  return row;
};
const keyed = () => api.routes.filter(({ keepsAnswers }) => keepsAnswers === true);
const addressOf = (path: string) => path.replaceAll(/\(\{\w+\}\)/g, "('a6f0c0de-0000-4000-8000-00000000dead')");

describe("an answer that is kept", () => {
  it("is given at no address to whoever has no right to the call any more, and the audit tells of each", async () => {
    const asked = new Set(api.routes.filter(({ path }) => path.startsWith("/v2/")).map(({ policy }) => policy));
    await setPolicies("false", (name) => asked.has(name));
    const kept = JSON.stringify({ answer: { status: 299, body: { planted: true } }, rows: [] });
    vi.spyOn(api.store.keptAnswers, "find").mockResolvedValue(kept);
    const wrong: string[] = [];
    for (const { method, path } of keyed()) {
      const before = await api.store.count("sesslog_full");
      const call = { as: "ada", headers: newKey(), ...(method === "DELETE" ? {} : { body: {} }) };
      const { status } = await api.send(method, addressOf(path), call);
      const audited = (await api.store.count("sesslog_full")) - before;
      if (status !== 403 || audited !== 1) wrong.push(`${method} ${path} ${status} ${audited}`);
    }
    expect(wrong).toEqual(["POST /v2/planted 299 0"]);
    expect(keyed().length).toBeGreaterThan(100);
  }, 60_000);

  it("is given no more when a right was taken away, and is when it is there again", async () => {
    const allowed = (name: string) => ["targetgroups_post_create"].includes(name);
    await setPolicies("principal.id == 'ada'", allowed);
    const headers = newKey();
    const create = () =>
      api.send("POST", "/v2/targetGroups", { as: "ada", headers, body: { id: "G", description: "made" } });
    const first = await create();
    expect(first.status).toBe(201);
    await setPolicies(null, allowed);
    const refused = await create();
    expect([refused.status, refused.json.error.code]).toEqual([403, "FORBIDDEN"]);
    expect(await lastAudited()).toMatchObject({ operation: "ACPS", result: "F", actor: await adaKey() });
    await setPolicies("principal.id == 'ada'", allowed);
    expect((await create()).text).toBe(first.text);
  });

  it("is given no more when the row that it is about may not be seen any more", async () => {
    const see = (name: string) => name === "targetsystems_get";
    await setPolicies("true", (name) => see(name) || name === "targetsystems_patch_update");
    const headers = newKey();
    const change = () =>
      api.send("PATCH", "/v2/targetSystems('T1')", { as: "ada", headers, body: { description: "one" } });
    expect((await change()).status).toBe(204);
    await setPolicies("resource.id == 'T2'", see);
    const refused = await change();
    expect([refused.status, refused.json.error.code]).toEqual([403, "FORBIDDEN"]);
    await setPolicies("resource.id == 'T1'", see);
    expect((await change()).status).toBe(204);
  });

  it("is given again of what it has removed", async () => {
    await api.store.transaction(() => api.store.save("targetGroups", { id: "GONE", description: "soon" }));
    const headers = newKey();
    const remove = () => api.send("DELETE", "/v2/targetGroups('GONE')", { as: "root", headers });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  });

  it("from before, when answers with secrets were kept, is forgotten by the upgrade, and its call is not carried out again", async () => {
    const headers = newKey();
    const create = () =>
      api.send("POST", "/v2/targetGroups", { as: "root", headers, body: { id: "OLD", description: "made" } });
    expect((await create()).status).toBe(201);
    const database = openDatabase({ databaseUrl: api.databaseUrl });
    const query = (sql: string) => database.transactions.run(() => database.write(sql, []));
    await keptSecrets.up({ sequelize: { query } } as never, {});
    expect(await database.read("SELECT * FROM `keptAnswers` WHERE `answer` IS NOT NULL")).toEqual([]);
    await database.close();
    await api.store.transaction(() => api.store.remove("targetGroups", "OLD"));
    const again = await create();
    expect([again.status, again.json.error.code]).toEqual([409, "ANSWER_NOT_KEPT"]);
    expect(await api.store.count("targetGroups", { id: "OLD" })).toBe(0);
  });
});

const adaKey = async () => (await api.store.select("users", { where: { id: "ada" } }))[0]?.key;

const canary = "canary-of-a-secret";

/** Reports whether an entity of a type can hold the text of a secret that its row has. */
function showsSecret(type: StructuredType | undefined, depth = 0): boolean {
  if (type === undefined || depth > 3) return false;
  return Object.entries(type.properties).some(([name, { from, type: below }]) => {
    if (typeof below === "object" && showsSecret(below, depth + 1)) return true;
    const secret = new Secret(canary);
    return [secret, [secret]].some((value) => {
      const row = new Proxy({}, { get: () => value }) as never;
      try {
        return JSON.stringify(from === undefined ? row[name] : from(row))?.includes(canary) ?? false;
      } catch {
        return false;
      }
    });
  });
}

/** The verbs of sets and of the ways from them, with the type of what each may answer, by their names. */
function answering(sets: readonly EntitySet[]): readonly [string, WriteVerb, StructuredType][] {
  const seen = new Set<Verbs>();
  const of = (name: string, verbs: Verbs, type: StructuredType): [string, WriteVerb, StructuredType][] => {
    if (seen.has(verbs)) return [];
    seen.add(verbs);
    const { create, replace, update, actions = {}, setActions = {}, navigation = [] } = verbs as EntitySet;
    const own = Object.entries({ create, replace, update, ...actions, ...setActions });
    return [
      ...own.flatMap(([verb, one]): [string, WriteVerb, StructuredType][] =>
        one === undefined ? [] : [[`${name}/${verb}`, one, one.result ?? type]],
      ),
      ...navigation.flatMap((way) => {
        const { type: below, navigation: further = [] } = way.target();
        return of(
          `${name}/${way.name}`,
          way.contained === true ? ({ ...way, navigation: further } as Verbs) : way,
          below,
        );
      }),
    ];
  };
  return sets.flatMap((set) => of(set.name, set, set.type));
}

describe("what gives a secret", () => {
  it("keeps no answer: whatever can show one says so", () => {
    const giving = answering(entitySets).filter(([, , type]) => showsSecret(type));
    expect(giving.filter(([, verb]) => verb.givesSecret !== true).map(([name]) => name)).toEqual([]);
    expect(giving.map(([name]) => name)).toEqual(expect.arrayContaining(["clients/create", "webhooks/create"]));
  });

  it("is found by what its type shows", () => {
    const link = (secret: unknown) => (secret as Secret).use((text) => text);
    const shown = { type: "Edm.String", description: "It.", from: (row: never) => link(row["link"]) } as const;
    expect(showsSecret(structure("Planted", { shown }))).toBe(true);
    expect(showsSecret(structure("Sealed", { shown: { ...shown, from: ({ link: one }) => String(one) } }))).toBe(false);
  });

  it.each([
    ["POST", "/v2/clients", { id: "portal", grants: ["client_credentials"], userId: "ada" }],
    ["POST", "/v2/webhooks", { url: "https://hooks.example/in", eventTypes: ["gatehouse.user.created"] }],
    ["POST", "/v2/clients('gatehouse')/rotateSecret", {}],
    ["POST", "/v2/users({ada})/issuePasswordLink", {}],
  ])("%s %s takes no key, alone and as a part", async (method, path, body) => {
    const url = path.replace("{ada}", String(await adaKey()));
    for (const headers of [
      newKey(),
      { "repeatability-request-id": "r", "repeatability-first-sent": new Date().toUTCString() },
    ]) {
      const alone = await api.send(method, url, { as: "root", headers, body });
      expect([alone.status, alone.json.error.code]).toEqual([400, "HEADER_INVALID"]);
      const requests = [{ id: "1", method, url: url.slice(4), headers, body }];
      const { json } = await api.send("POST", "/v2/$batch", { as: "root", body: { requests } });
      expect(json.responses[0].status).toBeGreaterThanOrEqual(400);
    }
  });
});
