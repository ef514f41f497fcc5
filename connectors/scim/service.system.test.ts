import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Secret, type TargetObject } from "#connectors/contract/index.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { type ScimServer, startScimServer } from "#test/support/scim-server.ts";
import { startTcpRelay, type TcpRelay } from "#test/support/tcp-relay.ts";

import { Bench } from "../contract/kit/bench.ts";
import scim from "./scim.ts";

const people = 25;
const department = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department";
let full: ScimServer;
let plain: ScimServer;
let relay: TcpRelay;

beforeAll(async () => {
  // One token in 64 begins like this.
  full = await startScimServer({ token: "-begins-like-an-option" });
  plain = await startScimServer({
    configuration: {
      patch: { supported: false },
      sort: { supported: false },
      filter: { supported: true, maxResults: 5 },
    },
  });
  relay = await startTcpRelay({ host: "127.0.0.1", port: Number(new URL(full.url).port) });
});

afterAll(async () => {
  await relay.stop();
  await full.stop();
  await plain.stop();
});

async function withBench(server: ScimServer, run: (b: Bench, session: unknown) => Promise<void>, url = server.url) {
  const b = new Bench(scim, {
    address: { url, markerAttribute: "externalId" },
    credentials: [{ role: "admin", login: "gatehouse", secret: server.token }],
    stop: () => {},
  });
  try {
    await run(b, await b.open());
  } finally {
    await b.clear();
  }
}

async function listAll(b: Bench, session: unknown, pageSize: number, onPage: () => void = () => {}) {
  const objects: TargetObject[] = [];
  for await (const { items } of b.operations.list(session, { type: "account", pageSize }, b.call())) {
    objects.push(...items);
    onPage();
  }
  return objects;
}

describe.each([
  ["a service with everything", () => full],
  ["a service without PATCH, sorting and large pages", () => plain],
])("%s", (_, server) => {
  test("changes parts of objects, values of lists and extensions, and takes them back", () =>
    withBench(server(), async (b, session) => {
      const attributes = {
        "name.givenName": ["Ada"],
        emails: ["ada@example.org", "l@example.org"],
        [department]: ["Engines"],
        active: ["true"],
      };
      const made = b.keep(
        await b.operations.create(session, { type: "account", name: b.name(), attributes }, b.call()),
      );
      expect(made).toMatchObject({ attributes: { ...attributes, active: [true] }, state: { enabled: true } });
      const deltas = [
        { attr: "name.givenName", replace: ["Augusta"] },
        { attr: "name.familyName", add: ["King"] },
        { attr: "emails", remove: ["l@example.org", "absent@example.org"] },
        { attr: "emails", add: ["ada@example.org", "k@example.org"] },
        { attr: department, replace: [] },
        { attr: "name", replace: [`${made.name}-new`] },
      ];
      const ref = await b.operations.update(session, { type: "account", ref: made, deltas }, b.call());
      expect(ref).toEqual({ id: made.id, name: `${made.name}-new` });
      const now = await b.operations.get(session, { type: "account", ref: { name: ref.name } }, b.call());
      expect(now?.attributes).toMatchObject({
        "name.givenName": ["Augusta"],
        "name.familyName": ["King"],
        emails: ["ada@example.org", "k@example.org"],
      });
      expect(now?.attributes).not.toHaveProperty(department);
    }));

  test("one refused change of several leaves the object as it was", () =>
    withBench(server(), async (b, session) => {
      const made = await b.make(session);
      for (const bad of [
        { attr: "groups", replace: ["x"] },
        { attr: "noSuchThing", replace: ["x"] },
        { attr: "password", replace: ["x"] },
      ]) {
        const deltas = [{ attr: "title", replace: ["Countess"] }, bad];
        await b.refusal(
          () => b.operations.update(session, { type: "account", ref: made, deltas }, b.call()),
          "invalidValue",
        );
      }
      expect(await b.operations.get(session, { type: "account", ref: made }, b.call())).toEqual(made);
    }));

  test("disables, enables and sets passwords", () =>
    withBench(server(), async (b, session) => {
      const account = await b.make(session, "account", b.password());
      const enabled = async () =>
        (await b.operations.get(session, { type: "account", ref: account }, b.call()))?.state?.enabled;
      await b.operations.disable(session, { account }, b.call());
      await b.operations.disable(session, { account }, b.call());
      expect(await enabled()).toBe(false);
      await b.operations.resetPassword(session, { account, password: b.password("-2") }, b.call());
      expect(await enabled()).toBe(false);
      await b.operations.enable(session, { account }, b.call());
      expect(await enabled()).toBe(true);
      const request = { account, password: new Secret("Quartz-Heron-1"), mustChange: true };
      await b.refusal(() => b.operations.resetPassword(session, request, b.call()), "notSupported");
    }));

  test("lists everything, however small the service makes its pages", () =>
    withBench(server(), async (b, session) => {
      for (let count = 0; count < people; count += 1) await b.make(session);
      const ids = (await listAll(b, session, 7)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(people);
    }));

  test("keeps members of groups, groups among them", () =>
    withBench(server(), async (b, session) => {
      const [group, inner, account] = [
        await b.make(session, "group"),
        await b.make(session, "group"),
        await b.make(session),
      ];
      for (const member of [inner, account]) await b.operations.addMember(session, { group, member }, b.call());
      const shown = async () => {
        const all: string[] = [];
        for await (const { items } of b.operations.members(session, { group, pageSize: 1 }, b.call()))
          all.push(...items.map(({ type, id }) => `${type} ${id}`));
        return all.toSorted();
      };
      expect(await shown()).toEqual([`account ${account.id}`, `group ${inner.id}`]);
      await b.operations.removeMember(session, { group, member: inner }, b.call());
      expect(await shown()).toEqual([`account ${account.id}`]);
    }));
});

describe("connections", () => {
  test("a connection cut in mid-listing gives an error, never a short list", () =>
    withBench(
      full,
      async (b, session) => {
        for (let count = 0; count < people; count += 1) await b.make(session);
        let pages = 0;
        const cut = () => listAll(b, session, 5, () => (pages += 1) === 2 && relay.cutAfterBytes(200));
        await b.refusal(cut, "broken");
      },
      `http://127.0.0.1:${relay.port}/v2`,
    ));

  test("an absent service is unreachable", () =>
    withBench(full, async (b) => {
      const absent = new Bench(scim, { ...b.target, address: { url: `http://127.0.0.1:${await freePort()}/v2` } });
      await b.refusal(() => absent.open(), "unreachable");
    }));
});
