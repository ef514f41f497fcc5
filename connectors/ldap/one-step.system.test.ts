import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret, type TargetObject } from "#connectors/contract/index.ts";
import { type LdapPassThrough, startLdapPassThrough } from "#test/support/ldap-pass-through.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";

import { Bench, type Calls } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

// An account whose passwords the administrator may write but which it cannot read.
const [unreadable, unreadableId] = ["unreadable", "00000000-0000-4000-9000-000000000007"];

let directory: OpenLdap;
let way: LdapPassThrough;

beforeAll(async () => {
  const ldif = `dn: uid=${unreadable},ou=people,dc=example,dc=test
objectClass: inetOrgPerson
entryUUID: ${unreadableId}
uid: ${unreadable}
cn: ${unreadable}
sn: ${unreadable}
userPassword: Quartz-Heron-7421
`;
  const access = `access to dn.exact="uid=${unreadable},ou=people,dc=example,dc=test" attrs=entry by users =wscd`;
  directory = await startOpenLdap({ ldif, access });
  way = await startLdapPassThrough({ host: "127.0.0.1", port: Number(new URL(directory.url).port) });
});

afterAll(async () => {
  await way?.stop();
  await directory?.stop();
});

interface Scene {
  readonly b: Bench;
  readonly calls: Calls;
  readonly session: unknown;
  /** Returns the requests that the directory receives during some work. */
  asked(run: () => Promise<unknown>): Promise<readonly string[]>;
  account(suffix?: string): Promise<TargetObject>;
  rename(account: TargetObject): Promise<void>;
  /** Verifies a password: "ok", or the reason of the refusal. */
  tries(account: TargetObject, password: Secret): Promise<string>;
}

async function withScene(run: (scene: Scene) => Promise<void>, address: object = {}): Promise<void> {
  const { baseDN, accountsDN, groupsDN, admin } = directory;
  const b = new Bench(ldap, {
    address: { url: `ldap://127.0.0.1:${way.port}`, baseDN, accountsDN, groupsDN, ...address },
    credentials: [{ role: "admin", login: admin.dn, secret: admin.password }],
    stop: () => {},
  });
  try {
    const { session, calls } = await b.begin();
    await run({
      b,
      calls,
      session,
      async asked(work) {
        const before = way.requests().length;
        await work();
        return way.requests().slice(before);
      },
      account: (suffix = "-1") => b.make(session, "account", b.password(suffix)),
      async rename(account) {
        const deltas = [{ attr: "name", replace: [b.name("new")] }];
        await calls.update({ type: "account", ref: account, deltas });
      },
      async tries(account, password) {
        const answer = await calls.verify({ account, password });
        return answer.ok ? "ok" : answer.reason;
      },
    });
  } finally {
    await b.clear();
  }
}

/** Reads the server's own data of an entry: password hashes and failed attempts. */
async function kept(name: string): Promise<readonly string[]> {
  const lines = (await directory.slapcat(`(uid=${name})`)).split("\n");
  return lines.filter((line) => /^(userPassword|pwdFailureTime|pwdChangedTime|entryUUID)/.test(line)).toSorted();
}

test("a password is set with one request where the account is, and verified with one", () =>
  withScene(async ({ b, asked, account, tries, calls }) => {
    const who = await account();
    const password = b.password("-2");
    expect(await asked(() => calls.resetPassword({ account: who, password }))).toEqual(["modify"]);
    expect(await asked(async () => expect(await tries(who, password)).toBe("ok"))).toEqual(["bind"]);
    // Another password does not identify the account, so its entry is read.
    const other = b.password("-2");
    expect((await asked(async () => expect(await tries(who, other)).toBe("ok"))).toSorted()).toEqual([
      "bind",
      "search",
    ]);
    expect(await tries(who, b.password("-1"))).toBe("invalid");
  }));

test("opening a session asks the root of the directory once", () =>
  withScene(async ({ b, asked }) => {
    expect(await asked(() => b.open())).toEqual(["bind", "search", "search"]);
  }));

test("an account without an id, or of which nobody knows where it was, is searched first", () =>
  withScene(async ({ b, asked, account, tries, calls }) => {
    const { id, name } = await account();
    const set = (ref: { id?: string; name: string }, suffix: string) =>
      asked(() => calls.resetPassword({ account: ref, password: b.password(suffix) }));
    expect(await set({ name }, "-2")).toEqual(["search", "modify"]);
    expect(await set({ id, name }, "-3")).toEqual(["search", "modify"]);
    expect(await tries({ id, name } as TargetObject, b.password("-3"))).toBe("ok");
  }));

test("an account that was renamed since is found by its id, and verified where it was found", () =>
  withScene(async ({ b, asked, account, rename, tries, calls }) => {
    const who = await account();
    await rename(who);
    const password = b.password("-2");
    const requests = await asked(() => calls.resetPassword({ account: who, password }));
    expect(requests).toEqual(["modify", "search", "search", "modify"]);
    expect(await asked(async () => expect(await tries(who, password)).toBe("ok"))).toEqual(["bind"]);
    // Renamed between the two: an answer at the old DN does not count.
    await rename(who);
    expect(await tries(who, password)).toBe("ok");
  }));

test("an entry that has the name by now keeps its password, and no wrong try counts for it", () =>
  withScene(async ({ b, session, account, rename, tries, calls }) => {
    const who = await account();
    await rename(who);
    // The account now at that DN had the new password before: its history would refuse it.
    const other = await b.create(session, { name: who.name, password: b.password("-2") });
    expect(other.attributes["dn"]).toEqual(who.attributes["dn"]);
    await calls.resetPassword({ account: other, password: b.password("-3") });
    const before = await kept(other.name);
    for (const suffix of ["-2", "-4"]) {
      const password = b.password(suffix);
      await calls.resetPassword({ account: who, password });
      expect(await tries(who, password)).toBe("ok");
    }
    expect(before).toHaveLength(3);
    expect(await kept(other.name)).toEqual(before);
  }));

test("an account that is gone is not found, whoever has its name", () =>
  withScene(async ({ b, session, account, calls }) => {
    const who = await account();
    await calls.delete({ type: "account", ref: who });
    const set = () => calls.resetPassword({ account: who, password: b.password("-2") });
    await b.refusal(set, "notFound");
    await b.create(session, { name: who.name, password: b.password("-3") });
    const before = await kept(who.name);
    await b.refusal(set, "notFound");
    expect(await kept(who.name)).toEqual(before);
  }));

test("a disabled account stays disabled: that it was so comes with the answer", () =>
  withScene(async ({ b, asked, account, tries, calls }) => {
    const who = await account();
    await calls.disable({ account: who });
    const password = b.password("-2");
    const requests = await asked(() => calls.resetPassword({ account: who, password }));
    expect(requests).toEqual(["modify", "search", "modify", "search"]);
    expect(await tries(who, password)).toBe("disabled");
    await calls.enable({ account: who });
    expect(await tries(who, password)).toBe("ok");
  }));

test("a locked account is opened by a new password, as the directory has it", () =>
  withScene(async ({ b, asked, account, tries, calls }) => {
    const who = await account();
    for (let times = 0; times < 5; times += 1) await tries(who, b.password("-no"));
    expect(await tries(who, b.password("-1"))).toBe("locked");
    const password = b.password("-2");
    expect(await asked(() => calls.resetPassword({ account: who, password }))).toEqual(["modify"]);
    expect(await tries(who, password)).toBe("ok");
  }));

test("a refusal of the policy comes with the directory's words and code, and is not asked for twice", () =>
  withScene(async ({ b, asked, account, tries, calls }) => {
    const who = await account();
    const refusal = (password: Secret) => b.refusal(() => calls.resetPassword({ account: who, password }), "strength");
    const requests = await asked(async () =>
      expect(await refusal(new Secret("abc"))).toMatchObject({
        message: "Password fails quality checking policy",
        targetCode: "19",
      }),
    );
    expect(requests).toEqual(["modify", "search"]);
    expect((await refusal(b.password("-1"))).message).toBe("Password is not being changed from existing value");
    expect(await tries(who, b.password("-1"))).toBe("ok");
  }));

test("that it must be changed is set with it", () =>
  withScene(async ({ b, asked, account, calls }) => {
    const who = await account();
    const password = b.password("-2");
    const requests = await asked(() => calls.resetPassword({ account: who, password, mustChange: true }));
    expect(requests).toEqual(["modify", "search"]);
    expect(await calls.verify({ account: who, password })).toEqual({ ok: true, mustChange: true });
  }));

test("where nothing is to be known of states, only who it is is made sure", () =>
  withScene(
    async ({ b, asked, account, rename, tries, calls }) => {
      const who = await account();
      expect(await asked(() => calls.resetPassword({ account: who, password: b.password("-2") }))).toEqual(["modify"]);
      await rename(who);
      await calls.resetPassword({ account: who, password: b.password("-3") });
      expect(await tries(who, b.password("-3"))).toBe("ok");
    },
    { accountState: "none" },
  ));

test("a directory that refuses such requests all the same is not asked for them again", () =>
  withScene(async ({ b, asked, account, tries, calls }) => {
    const who = await account();
    const first = way.passwords() + 1;
    way.decide((number) => (number === first ? "controlsRefused" : "done"));
    const set = (suffix: string) => asked(() => calls.resetPassword({ account: who, password: b.password(suffix) }));
    expect(await set("-2")).toEqual(["modify", "search", "modify"]);
    expect(await set("-3")).toEqual(["search", "modify"]);
    expect(await tries(who, b.password("-3"))).toBe("ok");
  }));

test("what the administrator may write and not see is told as not found, though the directory says that it was done", () =>
  withScene(async ({ b, asked, calls }) => {
    const dn = `uid=${unreadable},${directory.accountsDN}`;
    const account = { id: unreadableId, name: unreadable, attributes: { dn: [dn] } };
    const before = await kept(unreadable);
    const set = () => calls.resetPassword({ account, password: b.password("-2") });
    expect(await asked(() => b.refusal(set, "notFound"))).toEqual(["modify", "search", "search"]);
    expect([before.length, await kept(unreadable)]).toEqual([2, before]);
  }));

test("a success without a word about the entry before is none", () =>
  withScene(async ({ b, account, tries, calls }) => {
    const who = await account();
    way.decide(() => "pretended");
    try {
      await b.refusal(() => calls.resetPassword({ account: who, password: b.password("-2") }), "broken");
    } finally {
      way.decide(() => "done");
    }
    expect(await tries(who, b.password("-1"))).toBe("ok");
  }));

test("of a password that somebody else has changed since, nothing is believed", () =>
  withScene(async ({ b, session, asked, account, calls, tries }) => {
    const who = await account();
    const password = b.password("-2");
    await calls.resetPassword({ account: who, password });
    const other = b.on(await b.open());
    await other.resetPassword({ account: who, password: b.password("-3") });
    expect(await asked(async () => expect(await tries(who, password)).toBe("invalid"))).toEqual([
      "bind",
      "search",
      "search",
    ]);
    await b.operations.delete(session, { type: "account", ref: who }, b.call());
    await b.refusal(() => calls.verify({ account: who, password }), "notFound");
  }));
