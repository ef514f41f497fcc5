import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ConnectorError, Secret, type TargetObject } from "#connectors/contract/index.ts";
import { startFakeDirectory } from "#test/support/fake-directory.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";
import { startTcpRelay, type TcpRelay } from "#test/support/tcp-relay.ts";

import { Bench } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

const people = 1_200;
let directory: OpenLdap;
let relay: TcpRelay;

beforeAll(async () => {
  const ldif = Array.from({ length: people }, (_, index) => {
    const uid = `load${index}`;
    return `dn: uid=${uid},ou=people,dc=example,dc=test\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\n`;
  }).join("\n");
  directory = await startOpenLdap({ ldif, tls: true });
  relay = await startTcpRelay({ host: "127.0.0.1", port: Number(new URL(directory.url).port) });
});

afterAll(async () => {
  await relay.stop();
  await directory.stop();
});

function bench(address: object = {}): Bench {
  const { url, baseDN, accountsDN, groupsDN, admin } = directory;
  return new Bench(ldap, {
    address: { url, baseDN, accountsDN, groupsDN, ...address },
    credentials: [{ role: "admin", login: admin.dn, secret: admin.password }],
    stop: () => {},
  });
}

async function withBench(address: object, run: (b: Bench, session: unknown) => Promise<void>): Promise<void> {
  const b = bench(address);
  try {
    await run(b, await b.open());
  } finally {
    await b.clear();
  }
}

async function listAll(b: Bench, session: unknown, onPage: (page: number) => void = () => {}): Promise<TargetObject[]> {
  const objects: TargetObject[] = [];
  let pages = 0;
  for await (const { items } of b.operations.list(session, { type: "account", pageSize: 100 }, b.call())) {
    objects.push(...items);
    pages += 1;
    onPage(pages);
  }
  return objects;
}

describe("listings", () => {
  test("go beyond the size limit of the directory by pages", () =>
    withBench({}, async (b, session) => {
      expect(await listAll(b, session)).toHaveLength(people);
    }));

  test("a connection cut between two pages gives an error, never a short list, and nobody goes on without a login", () =>
    withBench({ url: `ldap://127.0.0.1:${relay.port}` }, async (b, session) => {
      const connections = relay.accepted();
      const error = await b.refusal(() => listAll(b, session, (page) => page === 2 && relay.cut()), "broken");
      expect(error.message).toMatch(/lost|closed/i);
      expect(relay.accepted()).toBe(connections);
      expect(await ldap.definition.alive?.(session)).toBe(false);
    }));

  test("a connection cut in the midst of a page gives an error", () =>
    withBench({ url: `ldap://127.0.0.1:${relay.port}` }, async (b, session) => {
      await b.refusal(() => listAll(b, session, (page) => page === 2 && relay.cutAfterBytes(5_000)), "broken");
    }));

  test("a lost connection is told before anything is sent", () =>
    withBench({ url: `ldap://127.0.0.1:${relay.port}` }, async (b, session) => {
      await relay.cutAndTell();
      await b.refusal(
        () => b.operations.get(session, { type: "account", ref: { name: "load1" } }, b.call()),
        "unreachable",
      );
    }));

  test("an empty page with a cookie is not the end", async () => {
    const fake = await startFakeDirectory([["one"], [], [], ["two"]]);
    try {
      await withBench({ url: fake.url }, async (b, session) => {
        expect((await listAll(b, session)).map(({ name }) => name)).toEqual(["one", "two"]);
      });
    } finally {
      await fake.stop();
    }
  });
});

describe("passwords", () => {
  test("a refusal comes with the directory's own words and code", () =>
    withBench({}, async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const reset = (password: string | Secret) =>
        b.operations.resetPassword(
          session,
          { account, password: typeof password === "string" ? new Secret(password) : password },
          b.call(),
        );
      const short = await b.refusal(() => reset("abc"), "strength");
      expect(short).toMatchObject({ message: "Password fails quality checking policy", targetCode: "19" });
      const same = await b.refusal(() => reset(b.password("-1")), "strength");
      expect(same.message).toBe("Password is not being changed from existing value");
      await reset(b.password("-2"));
      const old = await b.refusal(() => reset(b.password("-1")), "strength");
      expect(old).toMatchObject({ message: "Password is in history of old passwords", targetCode: "19" });
    }));

  test("a create with a weak password makes nothing", () =>
    withBench({}, async (b, session) => {
      const name = b.name();
      const request = { type: "account", name, attributes: {}, password: new Secret("abc") };
      expect((await b.refusal(() => b.operations.create(session, request, b.call()), "strength")).message).toContain(
        "fails quality",
      );
      expect(await directory.ldapsearch(`(uid=${name})`, "dn")).not.toContain("dn:");
    }));

  test("five wrong ones lock the account, unlock opens it", () =>
    withBench({}, async (b, session) => {
      const account = await b.make(session, "account", b.password());
      const verify = (suffix = "") => b.operations.verify(session, { account, password: b.password(suffix) }, b.call());
      for (let times = 0; times < 5; times += 1) await verify("-no");
      expect(await verify()).toMatchObject({ ok: false, reason: "locked" });
      await b.operations.unlock(session, { account }, b.call());
      expect(await verify()).toEqual({ ok: true });
    }));

  test("a disabled account stays disabled through unlock and reset", () =>
    withBench({}, async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      await b.operations.disable(session, { account }, b.call());
      await b.operations.unlock(session, { account }, b.call());
      await b.operations.resetPassword(session, { account, password: b.password("-2") }, b.call());
      const verify = () => b.operations.verify(session, { account, password: b.password("-2") }, b.call());
      expect(await verify()).toMatchObject({ ok: false, reason: "disabled" });
      await b.operations.enable(session, { account }, b.call());
      expect(await verify()).toEqual({ ok: true });
    }));

  test("a password to be changed at the next login is told with the login", () =>
    withBench({}, async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      await b.operations.resetPassword(session, { account, password: b.password("-2"), mustChange: true }, b.call());
      expect(await b.operations.verify(session, { account, password: b.password("-2") }, b.call())).toEqual({
        ok: true,
        mustChange: true,
      });
      await b.operations.changePassword(
        session,
        { account, current: b.password("-2"), password: b.password("-3") },
        b.call(),
      );
      expect(await b.operations.verify(session, { account, password: b.password("-3") }, b.call())).toEqual({
        ok: true,
      });
    }));

  test("a password can be made one to be changed afterwards, and that can be taken back", () =>
    withBench({}, async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const verify = () => b.operations.verify(session, { account, password: b.password("-1") }, b.call());
      await b.operations.expirePassword(session, { account }, b.call());
      expect(await verify()).toEqual({ ok: true, mustChange: true });
      await b.operations.expirePassword(session, { account }, b.call());
      await b.operations.unexpirePassword(session, { account }, b.call());
      expect(await verify()).toEqual({ ok: true });
    }));
});

describe("entries", () => {
  test("a rename keeps the id, and is taken back when the rest is refused", () =>
    withBench({}, async (b, session) => {
      const made = await b.make(session);
      const name = `${made.name}, Jr.`;
      const update = (deltas: { attr: string; replace: string[] }[]) =>
        b.operations.update(session, { type: "account", ref: made, deltas }, b.call());
      await b.refusal(
        () =>
          update([
            { attr: "uid", replace: ["other"] },
            { attr: "noSuchThing", replace: ["x"] },
          ]),
        "invalidValue",
      );
      expect((await b.operations.get(session, { type: "account", ref: made }, b.call()))?.name).toBe(made.name);
      expect(
        await update([
          { attr: "uid", replace: [name] },
          { attr: "title", replace: ["x"] },
        ]),
      ).toEqual({ id: made.id, name });
      const now = await b.operations.get(session, { type: "account", ref: { name } }, b.call());
      expect(now).toMatchObject({ id: made.id, attributes: { title: ["x"], uid: [name] } });
    }));

  test("the last member of a group that somebody else made can be removed", () =>
    withBench({}, async (b, session) => {
      const account = await b.make(session);
      const [dn] = account.attributes["dn"] ?? [];
      const group = b.keep(
        await b.operations.create(
          session,
          { type: "group", name: b.name(), attributes: { member: [dn ?? ""] } },
          b.call(),
        ),
      );
      await b.operations.removeMember(session, { group, member: { ...account, type: "account" } }, b.call());
      for await (const page of b.operations.members(session, { group, pageSize: 10 }, b.call()))
        expect(page.items).toEqual([]);
    }));

  test("a group has several owners, in the attribute that the address names, which its listing shows", () =>
    withBench({}, async (b, session) => {
      const group = await b.make(session, "group");
      const owners = [await b.make(session), await b.make(session)].map((account) => ({ ...account, type: "account" }));
      const shown = async () => {
        const found = await b.operations.get(session, { type: "group", ref: group }, b.call());
        return (found?.attributes["owner"] ?? []).map(String).toSorted();
      };
      for (const member of owners) await b.operations.addOwner(session, { group, member }, b.call());
      expect(await shown()).toEqual(owners.map(({ name }) => `uid=${name},${directory.accountsDN}`).toSorted());
      for (const member of owners) await b.operations.removeOwner(session, { group, member }, b.call());
      expect(await shown()).toEqual([]);
      const { attributes = [] } =
        (await b.operations.schema(session, b.call())).find(({ type }) => type === "group") ?? {};
      expect(attributes).toContainEqual({ name: "owner", kind: "ref", multi: true });
    }));

  test("a marker attribute tells which operation made the entry", () =>
    withBench({ markerAttribute: "employeeType" }, async (b, session) => {
      const call = b.call({ operationId: "operation-1" });
      const made = b.keep(
        await b.operations.create(session, { type: "account", name: b.name(), attributes: {} }, call),
      );
      expect(made.createdBy).toBe("operation-1");
    }));

  test("a password as a plain attribute is refused", () =>
    withBench({}, async (b, session) => {
      const request = { type: "account", name: b.name(), attributes: { userPassword: ["Quartz-Heron-7421"] } };
      await b.refusal(() => b.operations.create(session, request, b.call()), "invalidValue");
    }));
});

describe("connecting", () => {
  test("with TLS and StartTLS under a known certificate", async () => {
    const tls = { ca: directory.tls?.ca };
    for (const address of [
      { url: directory.tls?.url, tls },
      { startTls: true, tls },
    ]) {
      await withBench(address, async (b, session) => {
        expect(await b.operations.serverInfo(session, b.call())).toEqual({ product: "OpenLDAP" });
      });
    }
  });

  test("an unknown certificate, an absent server and TLS options on plain LDAP are told apart", async () => {
    await bench({ url: directory.tls?.url }).refusal(() => bench({ url: directory.tls?.url }).open(), "config");
    await bench().refusal(() => bench({ url: "ldap://127.0.0.1:1" }).open(), "unreachable");
    await expect(bench({ tls: {} }).open()).rejects.toThrow(ConnectorError);
  });
});

test("an attribute is known by its name alone, and an entry answers to no other name than its own", () =>
  withBench({}, async (b, session) => {
    const made = await b.make(session);
    // userPassword, uidNumber and a spelling of the first that directories accept.
    for (const attr of ["2.5.4.35", "1.3.6.1.1.1.1.0", "OID.2.5.4.35"]) {
      const deltas = [{ attr, replace: ["x"] }];
      const update = () => b.operations.update(session, { type: "account", ref: made, deltas }, b.call());
      await b.refusal(update, "invalidValue");
      const request = { type: "account", name: b.name(), attributes: { [attr]: ["x"] } };
      await b.refusal(() => b.operations.create(session, request, b.call()), "invalidValue");
    }
    const name = b.name();
    const taken = { type: "account", name, attributes: { uid: [name, made.name] } };
    await b.refusal(() => b.operations.create(session, taken, b.call()), "invalidValue");
    expect(await b.operations.get(session, { type: "account", ref: { name } }, b.call())).toBeUndefined();
  }));
