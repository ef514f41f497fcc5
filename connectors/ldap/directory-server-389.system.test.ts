import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { describeConnector, type KitTarget, type ObjectRef } from "#connectors/contract/index.ts";
import { type DirectoryServer389, startDirectoryServer389 } from "#test/support/directory-server-389.ts";
import { startLdapPassThrough } from "#test/support/ldap-pass-through.ts";

import { Bench } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

let directory: DirectoryServer389;

function target(): KitTarget {
  const { url, baseDN, accountsDN, groupsDN, admin } = directory;
  return {
    address: { url, baseDN, accountsDN, groupsDN, idAttribute: "nsUniqueId" },
    credentials: [{ role: "admin", login: admin.dn, secret: admin.password }],
    // In its default configuration names are ASCII only, and a password may not contain three consecutive characters of a name. The
    // kit's own may: its names are hexadecimal digits.
    samples: {
      moreThanSchema: true,
      password: "Quartz-Heron-Violin",
      attribute: "description",
      weakPassword: "abc12",
      failuresMax: 5,
      specialCharacters: ` o'(x)*+"`,
      // Its plug-in for referential integrity is off by default.
      renameEndsMemberships: true,
    },
    stop: () => {},
  };
}

beforeAll(async () => {
  directory = await startDirectoryServer389();
});
afterAll(() => directory.stop());

describeConnector({ describe, test, beforeAll, afterAll }, ldap, async () => target());

describe("389 Directory Server", () => {
  const withBench = async (run: (b: Bench, session: unknown) => Promise<void>, address: object = {}): Promise<void> => {
    const base = target();
    const b = new Bench(ldap, { ...base, address: { ...(base.address as object), ...address } });
    try {
      await run(b, await b.open());
    } finally {
      await b.clear();
    }
  };
  const stateOf = async (b: Bench, session: unknown, ref: ObjectRef) =>
    (await b.operations.get(session, { type: "account", ref }, b.call()))?.state;

  test("a locked account is told as locked, shown so, and opened by unlock", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password());
      const verify = (suffix = "") => b.operations.verify(session, { account, password: b.password(suffix) }, b.call());
      for (let times = 0; times < 5; times += 1) await verify("-no");
      expect(await verify()).toEqual({ ok: false, reason: "locked", message: "The account is locked." });
      expect(await stateOf(b, session, account)).toMatchObject({ locked: true, enabled: true });
      await b.operations.unlock(session, { account }, b.call());
      expect(await stateOf(b, session, account)).toMatchObject({ locked: false });
      // Its policy requires that for a password that an administrator has set with a new account.
      expect(await verify()).toEqual({ ok: true, mustChange: true });
    }));

  test("a disabled account is told as disabled, shown so, and stays so through unlock and a new password", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password());
      await b.operations.disable(session, { account }, b.call());
      await b.operations.unlock(session, { account }, b.call());
      await b.operations.resetPassword(session, { account, password: b.password("-2") }, b.call());
      const verify = () => b.operations.verify(session, { account, password: b.password("-2") }, b.call());
      expect(await verify()).toMatchObject({ ok: false, reason: "disabled" });
      expect(await stateOf(b, session, account)).toMatchObject({ enabled: false });
      await b.operations.enable(session, { account }, b.call());
      expect(await verify()).toEqual({ ok: true });
    }));

  // It returns the entry as it was before a change, but has no assertion that limits the change to the intended entry.
  test("an account is looked at before a password is set, for it takes no assertions", async () => {
    const way = await startLdapPassThrough({ host: "127.0.0.1", port: Number(new URL(directory.url).port) });
    try {
      await withBench(
        async (b, session) => {
          const account = await b.make(session, "account", b.password("-1"));
          const before = way.requests().length;
          await b.operations.resetPassword(session, { account, password: b.password("-2") }, b.call());
          expect(way.requests().slice(before)).toEqual(["search", "modify"]);
        },
        { url: `ldap://127.0.0.1:${way.port}` },
      );
    } finally {
      await way.stop();
    }
  });

  test("what the directory takes and does not do is no success: an account disabled by a rule is not enabled", () =>
    withBench(
      async (b, session) => {
        const account = await b.make(session, "account", b.password());
        expect(await stateOf(b, session, account)).toMatchObject({ enabled: false });
        const error = await b.refusal(() => b.operations.enable(session, { account }, b.call()), "policy");
        expect(error.message).toContain("still disabled");
      },
      { accountsDN: `ou=closed,${directory.baseDN}` },
    ));

  test("a password can be made one to be changed, with a new one and afterwards, and that can be taken back", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const verify = (suffix: string) =>
        b.operations.verify(session, { account, password: b.password(suffix) }, b.call());
      await b.operations.resetPassword(session, { account, password: b.password("-2"), mustChange: true }, b.call());
      expect(await verify("-2")).toEqual({ ok: true, mustChange: true });
      expect(await stateOf(b, session, account)).toMatchObject({ passwordExpired: true });
      const change = { account, current: b.password("-2"), password: b.password("-3") };
      await b.operations.changePassword(session, change, b.call());
      expect(await verify("-3")).toEqual({ ok: true });
      await b.operations.expirePassword(session, { account }, b.call());
      expect(await verify("-3")).toEqual({ ok: true, mustChange: true });
      await b.operations.unexpirePassword(session, { account }, b.call());
      expect(await verify("-3")).toEqual({ ok: true });
    }));

  test("where its policy makes nobody change a password, that is said before anything is done", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const reset = { account, password: b.password("-2"), mustChange: true };
      await setMustChange("off");
      try {
        const error = await b.refusal(
          () => b.operations.expirePassword(session, { account }, b.call()),
          "notSupported",
        );
        expect(error.message).toContain("passwordMustChange");
        await b.refusal(() => b.operations.resetPassword(session, reset, b.call()), "notSupported");
      } finally {
        await setMustChange("on");
      }
      const verify = { account, password: b.password("-1") };
      expect(await b.operations.verify(session, verify, b.call())).toMatchObject({ ok: true });
    }));

  test("one that has expired without logins of grace is changed with the current one alone", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const configure = (lines: string) => directory.ldapmodify(`dn: cn=config\nchangetype: modify\n${lines}\n`);
      await configure("replace: passwordExp\npasswordExp: on\n-\nreplace: passwordGraceLimit\npasswordGraceLimit: 0");
      try {
        const dn = String(account.attributes["dn"]?.[0]);
        await directory.ldapmodify(
          `dn: ${dn}\nchangetype: modify\nreplace: passwordExpirationTime\npasswordExpirationTime: 20200101000000Z\n`,
        );
        expect(await stateOf(b, session, account)).toMatchObject({
          passwordExpired: true,
          passwordExpiresAt: "2020-01-01T00:00:00.000Z",
        });
        const verify = (suffix: string) =>
          b.operations.verify(session, { account, password: b.password(suffix) }, b.call());
        expect(await verify("-1")).toMatchObject({ ok: false, reason: "expired" });
        const change = (current: string) =>
          b.operations.changePassword(
            session,
            { account, current: b.password(current), password: b.password("-2") },
            b.call(),
          );
        await b.refusal(() => change("-no"), "currentPassword");
        await change("-1");
        expect(await verify("-2")).toMatchObject({ ok: true });
        expect(await verify("-2")).not.toMatchObject({ mustChange: true });
        expect(await stateOf(b, session, account)).toMatchObject({ passwordExpired: false, locked: false });
      } finally {
        await configure("replace: passwordExp\npasswordExp: off");
      }
    }));

  test("told to know no states it shows none and refuses to change them, before anything is done", () =>
    withBench(
      async (b, session) => {
        const account = await b.make(session, "account", b.password("-1"));
        expect(account.state).toBeUndefined();
        for (const what of ["unlock", "enable", "disable", "expirePassword", "unexpirePassword"] as const)
          await b.refusal(() => b.operations[what](session, { account }, b.call()), "notSupported");
      },
      { accountState: "none" },
    ));

  test.each([
    [
      "wrong",
      (secret: string) => `${secret}-wrong`,
      /refuses the administrator's login "cn=gatehouse,.*\(result code 49\)/,
    ],
    ["to be changed", (secret: string) => secret, /"cn=gatehouse,.*must change its password first/],
  ])("a password of the administrator that is %s is told with the login and the reason", (what, password, words) =>
    withBench(async (b) => {
      const expire = `dn: ${directory.admin.dn}\nchangetype: modify\nreplace: passwordExpirationTime\n`;
      if (what === "to be changed") await directory.ldapmodify(`${expire}passwordExpirationTime: 19700101000000Z\n`);
      try {
        const error = await b.refusal(() => b.open(password), "badCredentials");
        expect(error.message).toMatch(words);
        expect(error.message).not.toContain(directory.admin.password);
      } finally {
        await directory.ldapmodify(expire);
      }
    }),
  );
});

function setMustChange(value: "on" | "off"): Promise<void> {
  return directory.ldapmodify(
    `dn: cn=config\nchangetype: modify\nreplace: passwordMustChange\npasswordMustChange: ${value}\n`,
  );
}
