import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createOrderRunner } from "#activities/proxy/run-order.ts";
import { type TargetObject, Secret } from "#connectors/contract/index.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { benchAt, changesSince, get, listAll, nowOf, update, verify } from "#test/support/active-directory-bench.ts";
import { madeBy, type OrderPart, orderOf } from "#test/support/order.ts";
import { failuresMax, type SambaAd, requireSambaPorts, startSambaAd } from "#test/support/samba.ts";
import { startTcpRelay, type TcpRelay } from "#test/support/tcp-relay.ts";

import { Bench } from "../contract/kit/bench.ts";
import activeDirectory from "./active-directory.ts";

const people = 120;
let domain: SambaAd;
let relay: TcpRelay;

beforeAll(async () => {
  domain = await startSambaAd();
  relay = await startTcpRelay({ host: "127.0.0.1", port: 636 });
});

afterAll(async () => {
  await relay?.stop();
  await domain?.stop();
});

const withBench = benchAt(() => domain);

describe("listings", () => {
  test("larger than a page come whole, and a connection that is cut gives an error, never a short list", () =>
    withBench(
      async (b, session) => {
        for (let count = 0; count < people; count += 1) await b.make(session);
        const all = await listAll(b, session);
        expect(all.filter(({ name }) => name.startsWith("kit"))).toHaveLength(people);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);

        const between = await b.open();
        const connections = relay.accepted();
        await b.refusal(() => listAll(b, between, (page) => page === 2 && relay.cut()), "broken");
        expect(relay.accepted()).toBe(connections);
        expect(await activeDirectory.definition.alive?.(between)).toBe(false);

        const within = await b.open();
        await b.refusal(() => listAll(b, within, (page) => page === 2 && relay.cutAfterBytes(3_000)), "broken");

        const idle = await b.open();
        await relay.cutAndTell();
        await b.refusal(() => get(b, idle, "Administrator"), "unreachable");
        // A new session, to delete the objects made.
        Object.assign(session as object, await b.open());
      },
      { address: { url: `ldaps://127.0.0.1:${relay.port}` } },
    ));

  test("show the immutable id as Windows writes it, states, and no machine accounts", () =>
    withBench(async (b, session) => {
      const made = await b.make(session, "account", b.password());
      expect(made.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      const all = await listAll(b, session);
      expect(all.find(({ id }) => id === made.id)).toMatchObject({
        name: made.name,
        state: { enabled: true, locked: false, passwordExpired: false },
        attributes: {
          cn: [made.name],
          userPrincipalName: [`${made.name}@example.test`],
          objectSid: [expect.stringMatching(/^S-1-5-21-/)],
        },
      });
      expect(all.filter(({ name }) => name.endsWith("$"))).toEqual([]);
    }));
});

describe("the change feed", () => {
  test("shows a deletion by its tombstone, and nothing once it was read", () =>
    withBench(async (b, session) => {
      const [gone, kept] = [await b.make(session), await b.make(session)];
      const token = await nowOf(b, session);
      await b.operations.delete(session, { type: "account", ref: gone }, b.call());
      await update(b, session, kept, { attr: "title", replace: ["Reader"] });
      const pages = await changesSince(b, session, token);
      const changes = pages.flatMap((page) => page.changes);
      expect(changes).toContainEqual({ kind: "delete", type: "account", id: gone.id });
      expect(changes).toContainEqual({
        kind: "upsert",
        object: expect.objectContaining({ id: kept.id, attributes: expect.objectContaining({ title: ["Reader"] }) }),
      });
      expect(pages.every(({ showsDeletions }) => showsDeletions)).toBe(true);
      // The old token stays valid until the last page.
      expect(pages.slice(0, -1).every((page) => page.token === token && page.more)).toBe(true);
      expect((await changesSince(b, session, pages.at(-1)?.token)).flatMap((page) => page.changes)).toEqual([]);
    }));

  test("calls an account that was moved out of its container deleted", () =>
    withBench(
      async (b, session) => {
        const account = await b.make(session);
        const token = await nowOf(b, session);
        const place = `CN=${account.name},CN=Computers,${domain.baseDN}`;
        const move = { attr: "distinguishedName", replace: [place] };
        await b.refusal(() => update(b, session, account, move), "permission");
        await withBench(async (whole, all) => void (await update(whole, all, account, move)));
        expect(await get(b, session, account.name)).toBeUndefined();
        const changes = (await changesSince(b, session, token)).flatMap((page) => page.changes);
        expect(changes).toEqual([{ kind: "delete", type: "account", id: account.id }]);
        await withBench(async (whole, all) => {
          await whole.operations.delete(all, { type: "account", ref: account }, whole.call());
        });
      },
      { address: { accountsDN: "CN=Users,DC=example,DC=test" } },
    ));

  test("of another controller is not continued: a full listing is needed", () =>
    withBench(async (b, session) => {
      const token = await nowOf(b, session);
      const other = JSON.stringify({
        ...(JSON.parse(token) as object),
        invocationId: "518f7a45-42fd-4f88-82d6-39eb53addbdf",
      });
      const error = await b.refusal(() => changesSince(b, session, other), "config");
      expect(error.message).toContain("a full listing is needed");
    }));
});

describe("what is the domain's own", () => {
  test("groups of the domain get and lose no member and no owner, and are neither changed nor deleted", () =>
    withBench(async (b, session) => {
      const account = await b.make(session);
      const member = { ...account, type: "account" };
      for (const name of ["Domain Admins", "Administrators", "Enterprise Admins"]) {
        const [type, group, deltas] = ["group", { name }, [{ attr: "member", add: [account.name] }]] as const;
        for (const act of ["addMember", "removeMember", "addOwner", "removeOwner"] as const)
          await b.refusal(() => b.operations[act](session, { group, member }, b.call()), "permission");
        await b.refusal(() => b.operations.update(session, { type, ref: group, deltas }, b.call()), "permission");
        await b.refusal(() => b.operations.delete(session, { type, ref: group }, b.call()), "permission");
      }
      expect((await get(b, session, account.name, ["memberOf"]))?.attributes["memberOf"]).toEqual([
        `CN=Domain Users,CN=Users,${domain.baseDN}`,
      ]);
      const address = { systemGroups: ["Domain Admins"] };
      const change = { group: { name: "Domain Admins" }, member };
      await withBench((listed, its) => listed.operations.addMember(its, change, listed.call()), { address });
    }));

  test("an account is neither made nor moved outside of its container", () =>
    withBench(
      async (b, session) => {
        const account = await b.make(session);
        const { baseDN } = domain;
        for (const place of [`CN=x,${baseDN}`, `CN=x,CN=Computers,${baseDN}`, `CN=x,OU=y\\,CN=Users,${baseDN}`]) {
          const [name, attributes, replace] = [b.name(), { distinguishedName: [place] }, [place]];
          await b.refusal(() => update(b, session, account, { attr: "distinguishedName", replace }), "permission");
          const request = { type: "account", name, attributes };
          await b.refusal(() => b.operations.create(session, request, b.call()), "invalidValue");
        }
        expect((await get(b, session, account.name))?.attributes["dn"]).toEqual(account.attributes["dn"]);
      },
      { address: { accountsDN: "CN=Users,DC=example,DC=test" } },
    ));
});

describe("passwords", () => {
  test("a wrong old password and a weak new one are refused in the controller's own words", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const change = (current: Secret, password: Secret) =>
        b.operations.changePassword(session, { account, current, password }, b.call());
      expect(await b.refusal(() => change(b.password("-no"), b.password("-2")), "currentPassword")).toMatchObject({
        message: expect.stringContaining("The old password specified doesn't match!"),
        targetCode: "00000056",
      });
      expect(await b.refusal(() => change(b.password("-1"), new Secret("abc")), "strength")).toMatchObject({
        message: expect.stringContaining("the password is too short"),
        targetCode: "0000052D",
      });
      await change(b.password("-1"), b.password("-2"));
      const again = await b.refusal(() => change(b.password("-2"), b.password("-1")), "strength");
      expect(again.message).toContain("already used (in history)");
    }));

  test("one to be changed at the next login is told with the login, and its owner can change it", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      await b.operations.resetPassword(session, { account, password: b.password("-2"), mustChange: true }, b.call());
      expect(await verify(b, session, account, "-2")).toEqual({ ok: true, mustChange: true });
      expect(await verify(b, session, account, "-no")).toMatchObject({ ok: false, reason: "invalid" });
      const stateNow = async () => (await get(b, session, account.name))?.state;
      expect(await stateNow()).toMatchObject({ passwordExpired: true });
      expect(await stateNow()).not.toHaveProperty("passwordExpiresAt");
      const request = { account, current: b.password("-2"), password: b.password("-3") };
      await b.operations.changePassword(session, request, b.call());
      expect(await verify(b, session, account, "-3")).toEqual({ ok: true });
      // The policy of the domain ends passwords after 42 days.
      const { passwordExpiresAt = "" } = (await stateNow()) ?? {};
      const days = (Date.parse(passwordExpiresAt) - Date.now()) / 86_400_000;
      expect([Math.round(days), (await stateNow())?.passwordExpired]).toEqual([42, false]);
      await b.operations.expirePassword(session, { account }, b.call());
      expect(await verify(b, session, account, "-3")).toEqual({ ok: true, mustChange: true });
      await b.operations.unexpirePassword(session, { account }, b.call());
      expect(await verify(b, session, account, "-3")).toEqual({ ok: true });
    }));

  test("wrong ones lock the account, which the listing shows; unlock opens it", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password());
      for (let times = 0; times < failuresMax; times += 1) await verify(b, session, account, "-no");
      expect(await verify(b, session, account)).toMatchObject({ ok: false, reason: "locked" });
      expect((await get(b, session, account.name))?.state).toMatchObject({ locked: true, enabled: true });
      const change = { account, current: b.password(), password: b.password("-2") };
      const error = await b.refusal(() => b.operations.changePassword(session, change, b.call()), "policy");
      expect(error.message).toContain("account locked out");
      await b.operations.unlock(session, { account }, b.call());
      expect(await verify(b, session, account)).toEqual({ ok: true });
      expect((await get(b, session, account.name))?.state).toMatchObject({ locked: false });
    }));

  test("a disabled or ended account is told to who knows its password only", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password());
      await b.operations.disable(session, { account }, b.call());
      expect(await verify(b, session, account)).toMatchObject({ ok: false, reason: "disabled" });
      expect(await verify(b, session, account, "-no")).toMatchObject({ ok: false, reason: "invalid" });
      await b.operations.resetPassword(session, { account, password: b.password("-2") }, b.call());
      expect((await get(b, session, account.name))?.state).toMatchObject({ enabled: false });
      await b.operations.enable(session, { account }, b.call());
      await update(b, session, account, { attr: "accountExpires", replace: ["116444736000000000"] });
      expect(await verify(b, session, account, "-2")).toMatchObject({ ok: false, reason: "expired" });
      expect((await get(b, session, account.name))?.state?.expiresAt).toBe("1970-01-01T00:00:00.000Z");
    }));

  test("a create with a weak password makes nothing, one without makes a disabled account", () =>
    withBench(async (b, session) => {
      const request = { type: "account", name: b.name(), attributes: {}, password: new Secret("abc") };
      await b.refusal(() => b.operations.create(session, request, b.call()), "strength");
      expect(await get(b, session, request.name)).toBeUndefined();
      expect((await b.make(session)).state).toMatchObject({ enabled: false });
    }));
});

describe("objects", () => {
  test("a new login name keeps the id and takes the principal name along; a refused change takes the move back", () =>
    withBench(async (b, session) => {
      const made = await b.make(session);
      const name = b.name("new");
      expect(await update(b, session, made, { attr: "name", replace: [name] })).toEqual({ id: made.id, name });
      const renamed = await get(b, session, name);
      expect(renamed?.attributes["userPrincipalName"]).toEqual([`${name}@example.test`]);
      const refused = () =>
        update(b, session, made, { attr: "cn", replace: ["Lovelace, Ada"] }, { attr: "noSuchThing", replace: ["x"] });
      await b.refusal(refused, "invalidValue");
      expect((await get(b, session, name))?.attributes["cn"]).toEqual([made.name]);
      await update(b, session, made, { attr: "cn", replace: ["Lovelace, Ada"] }, { attr: "sn", replace: ["Lovelace"] });
      expect((await get(b, session, name))?.attributes).toMatchObject({ cn: ["Lovelace, Ada"], sn: ["Lovelace"] });
    }));

  test("a taken login name, principal name or entry is refused with alreadyExists, an absent container with config", () =>
    withBench(async (b, session) => {
      const { name } = await b.make(session);
      const create = (attributes: Record<string, string[]>, as = b.name()) => {
        const request = { type: "account", name: as, attributes };
        return b.refusal(() => b.operations.create(session, request, b.call()), "alreadyExists", "config");
      };
      expect((await create({ cn: ["another"] }, name)).targetCode).toBe("00002071");
      expect((await create({ userPrincipalName: [`${name}@example.test`] })).code).toBe("alreadyExists");
      expect((await create({ cn: [name] })).code).toBe("alreadyExists");
      await withBench(
        async (other, elsewhere) => {
          const request = { type: "account", name: other.name(), attributes: {} };
          const run = () => other.operations.create(elsewhere, request, other.call());
          expect((await other.refusal(run, "config")).message).toContain("parent does not exist");
        },
        { address: { newAccountsDN: "OU=Nowhere,DC=example,DC=test" } },
      );
    }));

  test("a marker attribute tells which operation made the object", () =>
    withBench(
      async (b, session) => {
        const request = { type: "account", name: b.name(), attributes: {} };
        const made = b.keep(await b.operations.create(session, request, b.call({ operationId: "operation-1" })));
        expect(made.createdBy).toBe("operation-1");
      },
      { address: { markerAttribute: "adminDescription" } },
    ));

  test("a group holds accounts and groups, but no other things of the domain", () =>
    withBench(async (b, session) => {
      const [outer, inner] = [await b.make(session, "group"), await b.make(session, "group")];
      const account = await b.make(session);
      for (const member of [
        { ...inner, type: "group" },
        { ...account, type: "account" },
      ])
        await b.operations.addMember(session, { group: outer, member }, b.call());
      const found = [];
      for await (const { items } of b.operations.members(session, { group: outer, pageSize: 10 }, b.call()))
        found.push(...items.map(({ type, id }) => `${type} ${id}`));
      expect(found.toSorted()).toEqual([`account ${account.id}`, `group ${inner.id}`]);
    }));

  test("a group has one owner, and another one is refused with the name of the first", () =>
    withBench(async (b, session) => {
      const [group, one, other] = [await b.make(session, "group"), await b.make(session), await b.make(session)];
      const act = (does: "addOwner" | "removeOwner", account: TargetObject) =>
        b.operations[does](session, { group, member: { ...account, type: "account" } }, b.call());
      await act("addOwner", one);
      await act("removeOwner", other);
      expect((await b.refusal(() => act("addOwner", other), "policy")).message).toContain(`CN=${one.name},`);
      await act("removeOwner", one);
      await act("addOwner", other);
    }));

  test("the schema of the domain says what an attribute may hold", () =>
    withBench(async (b, session) => {
      const [accounts, groups] = await b.operations.schema(session, b.call());
      const of = (name: string) => accounts?.attributes.find((attribute) => attribute.name === name);
      expect(of("otherTelephone")).toEqual({ name: "otherTelephone", kind: "string", multi: true });
      expect(of("description")).toEqual({ name: "description", kind: "string" });
      expect(of("manager")).toEqual({ name: "manager", kind: "ref" });
      expect(of("accountExpires")).toEqual({ name: "accountExpires", kind: "time" });
      expect(of("whenCreated")).toEqual({ name: "whenCreated", kind: "time", readOnly: true });
      expect(of("objectSid")).toEqual({ name: "objectSid", kind: "string", readOnly: true });
      expect(groups?.attributes.map(({ name }) => name)).toContain("groupType");
    }));
});

describe("rights and ways", () => {
  test("an administrator without the right is refused with permission, and does not see deletions", () =>
    withBench(async (b, session) => {
      const [poor, other] = [await b.make(session, "account", b.password("-p")), await b.make(session)];
      const login = { login: `${poor.name}@example.test`, secret: b.password("-p").use((plaintext) => plaintext) };
      await withBench(
        async (weak, asPoor) => {
          const run = () =>
            weak.operations.resetPassword(asPoor, { account: other, password: b.password() }, weak.call());
          await weak.refusal(run, "permission");
          expect(await changesSince(weak, asPoor)).toMatchObject([{ showsDeletions: false, changes: [] }]);
        },
        { login },
      );
    }));

  test("StartTLS does as well; without encryption the address is refused", async () => {
    await withBench(
      async (b, session) => {
        expect(await b.operations.serverInfo(session, b.call())).toMatchObject({
          product: expect.stringContaining("Samba"),
          limits: { pageSizeMax: 1_000 },
        });
      },
      { address: { url: "ldap://127.0.0.1:389", startTls: true } },
    );
    const { baseDN } = domain;
    const plain = new Bench(activeDirectory, {
      address: { url: "ldap://127.0.0.1:389", baseDN },
      credentials: [],
      stop: () => {},
    });
    expect((await plain.refusal(() => plain.open(), "config")).message).toContain("ldaps:// or with startTls");
  });

  test("a second controller would name the one that has the ports", async () => {
    await expect(requireSambaPorts()).rejects.toThrow(
      /Port 389 .*in use.*process \d+ \(.*samba-ad-.*End it with: kill \d+/,
    );
  });
});

test("a proxy that repeats an order whose answer was lost makes no second account and sets no password twice", async () => {
  const { url, tls, baseDN, admin } = domain;
  const log = createLogger({ module: "test", level: "silent" });
  const runner = createOrderRunner({ connectors: [activeDirectory], log, clock: systemClock });
  const to = {
    connector: "active-directory",
    address: { url, tls, baseDN },
    credentials: [{ role: "admin", login: admin.login, secret: admin.password }],
  };
  const run = (part: OrderPart) => runner.run(orderOf({ ...to, ...part }), new AbortController().signal);
  try {
    const order = { attributes: { title: ["Countess"] }, password: "Quartz-Heron-7421" };
    const first = await run(order);
    expect(first).toMatchObject({ result: "S", object: { name: "ada" } });
    expect(await run({ ...order, sends: 2 })).toEqual({ ...first, sends: 2 });
    const object = { ...madeBy(first), attributes: {} };
    const setAt = () =>
      withBench(async (b, session) => {
        const found = await get(b, session, "ada", ["pwdLastSet"]);
        times.push(String(found?.attributes["pwdLastSet"]));
      });
    const times: string[] = [];
    await setAt();
    expect(await run({ code: "UPDA", object, password: order.password, sends: 2 })).toMatchObject({ result: "S" });
    await setAt();
    expect(times[1]).toBe(times[0]);
    expect(await run({ code: "DELU", object })).toMatchObject({ result: "S" });
  } finally {
    await runner.close();
  }
});
