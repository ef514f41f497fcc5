import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type ObjectRef, Secret } from "#connectors/contract/index.ts";
import { type SqlTarget, startPostgreSqlTarget } from "#test/support/sql-target.ts";

import { Bench } from "../contract/kit/bench.ts";
import type { SqlSession } from "./session.ts";
import sql from "./sql.ts";

const password = new Secret("Quartz-Heron-7421");

describe("roles of PostgreSQL as others have made them", () => {
  let target: SqlTarget;
  let bench: Bench;
  let session: unknown;
  let notices: string[];

  beforeAll(async () => {
    target = await startPostgreSqlTarget();
    bench = new Bench(sql, target);
    session = await bench.open();
    await target.query("CREATE ROLE plain_admin LOGIN CREATEROLE PASSWORD 'Quartz-Heron-7421'");
  });

  afterAll(async () => {
    await bench.clear();
    await target.stop();
  });

  const call = () => {
    notices = [];
    return { ...bench.call(), notice: (words: string) => void notices.push(words) };
  };
  /** Opens a session whose administrator may not read the stored passwords. */
  const openPlain = async () => {
    const credentials = [{ role: "admin", login: "plain_admin", secret: "Quartz-Heron-7421" }];
    const plain = new Bench(sql, { ...target, credentials });
    return { plain, its: await plain.open() };
  };
  const row = async (name: string, columns: string) =>
    (await target.query(`SELECT ${columns} FROM pg_authid WHERE rolname = '${name}'`))[0];
  const get = (type: "account" | "group", ref: ObjectRef, on = session) =>
    bench.operations.get(on, { type, ref }, call());
  const names = async (type: "account" | "group", on = session) => {
    const found: string[] = [];
    for await (const { items } of bench.operations.list(on, { type, pageSize: 100 }, call()))
      found.push(...items.map(({ name }) => name));
    return found;
  };
  const rename = (ref: ObjectRef, name: string, on = session) =>
    bench.operations.update(on, { type: "account", ref, deltas: [{ attr: "name", replace: [name] }] }, call());

  test("keep a password that a rename would clear: the rename is refused, whoever asks for it", async () => {
    await target.query(
      "SET password_encryption = 'md5'; CREATE ROLE oldhash LOGIN PASSWORD 'Quartz-Heron-7421'; SET password_encryption = 'scram-sha-256'; CREATE ROLE newhash LOGIN PASSWORD 'Quartz-Heron-7421'",
    );
    const { plain, its } = await openPlain();
    // An administrator configured to receive errors only would miss the notice.
    await target.query("ALTER ROLE plain_admin SET client_min_messages = error");
    const { its: deaf } = await openPlain();
    for (const on of [session, its, deaf]) {
      const { message } = await bench.refusal(() => rename({ name: "oldhash" }, "oldhash2", on), "policy");
      expect(message).toMatch(/"oldhash" is kept as MD5, which a rename would clear, so nothing was changed/);
      expect(notices).toEqual([]);
      expect(await row("oldhash", "left(rolpassword, 3) AS kind")).toEqual({ kind: "md5" });
    }
    const renamed = await rename({ name: "newhash" }, "newhash2");
    expect(await bench.operations.verify(session, { account: renamed, password }, call())).toEqual({ ok: true });
    await bench.operations.resetPassword(session, { account: { name: "oldhash" }, password }, call());
    const after = await rename({ name: "oldhash" }, "oldhash2");
    expect(await bench.operations.verify(session, { account: after, password }, call())).toEqual({ ok: true });
    await plain.clear();
    await target.query("DROP ROLE oldhash2, newhash2");
  });

  test("are told of with the server's notices", async () => {
    await target.query("CREATE ROLE there LOGIN; CREATE ROLE crew; GRANT crew TO there");
    const membership = { group: { name: "crew" }, member: { type: "account", name: "there" } };
    await bench.operations.removeMember(session, membership, call());
    expect(notices).toEqual([]);
    await bench.operations.removeMember(session, membership, call());
    expect(notices).toEqual([expect.stringContaining('"there" is not a member of role "crew"')]);
    await target.query("DROP ROLE there, crew");
  });

  test("are accounts or groups by what they are for, and an account that is stopped stays one", async () => {
    await target.query(
      "CREATE ROLE stopped NOLOGIN PASSWORD 'Quartz-Heron-7421'; CREATE ROLE timed NOLOGIN VALID UNTIL '2031-01-01'; CREATE ROLE endless NOLOGIN VALID UNTIL 'infinity'; " +
        "CREATE ROLE ended NOLOGIN VALID UNTIL '-infinity'; CREATE ROLE staff NOLOGIN PASSWORD 'Quartz-Heron-7421'; CREATE ROLE owner_role LOGIN; CREATE ROLE no_password LOGIN; GRANT staff TO owner_role; GRANT owner_role TO no_password",
    );
    const [accounts, groups] = [await names("account"), await names("group")];
    expect(accounts).toEqual(expect.arrayContaining(["stopped", "owner_role", "no_password"]));
    for (const name of ["timed", "endless", "ended", "staff"]) {
      expect(groups).toContain(name);
      expect(accounts).not.toContain(name);
    }
    expect((await get("account", { name: "stopped" }))?.state?.enabled).toBe(false);
    expect(await get("group", { name: "stopped" })).toBeUndefined();
    // Disabled here, they count as accounts even without a password and with members, also for an administrator who cannot read
    // passwords.
    const { plain, its } = await openPlain();
    for (const name of ["owner_role", "no_password"]) {
      const account = await get("account", { name });
      await bench.operations.disable(session, { account: { name } }, call());
      for (const on of [session, its]) {
        expect(await names("account", on)).toContain(name);
        expect(await get("group", { name }, on)).toBeUndefined();
      }
      expect(await row(name, "rolvaliduntil AS until")).toEqual({ until: null });
      await bench.operations.enable(session, { account: { name } }, call());
      expect(await row(name, "rolcanlogin AS login")).toEqual({ login: true });
      expect(await get("account", { name })).toEqual(account);
    }
    await plain.clear();
    await target.query("DROP ROLE stopped, timed, endless, ended, staff, owner_role, no_password");
  });

  test("that somebody else has stopped are accounts where they were made here, or to who knows them as such", async () => {
    const made = await bench.make(session);
    await target.query(`ALTER ROLE ${made.name} NOLOGIN`);
    expect(await get("account", { name: made.name })).toMatchObject({ state: { enabled: false } });
    await target.query(
      "CREATE ROLE without_trace LOGIN; CREATE ROLE its_member LOGIN; GRANT without_trace TO its_member",
    );
    const { id = "", name = "" } = (await get("account", { name: "without_trace" })) ?? {};
    await target.query("ALTER ROLE without_trace NOLOGIN");
    expect(await get("account", { name })).toBeUndefined();
    expect(await get("account", { id, name })).toMatchObject({ state: { enabled: false } });
    await bench.operations.enable(session, { account: { id, name } }, call());
    expect((await get("account", { name }))?.state?.enabled).toBe(true);
    await target.query("DROP ROLE without_trace, its_member");
  });

  test("whose term is over, or is not of this calendar, say so and are let in by nobody", async () => {
    await target.query(
      "CREATE ROLE past LOGIN PASSWORD 'Quartz-Heron-7421' VALID UNTIL '-infinity'; CREATE ROLE ancient LOGIN PASSWORD 'Quartz-Heron-7421' VALID UNTIL '0044-03-15 BC'; CREATE ROLE far LOGIN PASSWORD 'Quartz-Heron-7421' VALID UNTIL '20000-01-01'",
    );
    const { plain, its } = await openPlain();
    for (const name of ["past", "ancient"]) {
      const account = await get("account", { name });
      expect(Date.parse(account?.state?.expiresAt ?? "")).toBeLessThan(Date.now());
      const request = { account: { name }, password };
      for (const check of [bench.operations.verify, bench.operations.adminVerify])
        expect(await check(session, request, call())).toMatchObject({ ok: false, reason: "expired" });
      // Without access to the stored passwords a wrong password looks like an expired one.
      await bench.refusal(() => bench.operations.verify(its, request, call()), "notSupported");
      await bench.operations.resetPassword(session, request, call());
      expect(notices.join()).toMatch(/is valid until .*, which has passed: nobody is let in/);
    }
    expect(await get("account", { name: "far" })).toMatchObject({ state: { expiresAt: "9999-12-31T23:59:59.999Z" } });
    await bench.operations.disable(session, { account: { name: "past" } }, call());
    expect(await row("past", "rolvaliduntil::text AS until")).toEqual({ until: "-infinity" });
    await plain.clear();
    await target.query("DROP ROLE past, ancient, far");
  });

  test("with a name that the server would cut are neither made nor found", async () => {
    const long = "ä".repeat(31);
    const made = await bench.create(session, { name: `${long}z` });
    expect(made.name).toBe(`${long}z`);
    await bench.refusal(() => bench.create(session, { name: `${long}zz` }), "invalidValue");
    expect(await get("account", { name: `${long}zz` })).toBeUndefined();
    await bench.refusal(() => rename(made, `${long}zz`), "invalidValue");
    expect(await get("account", { id: `0${made.id}`, name: made.name })).toBeUndefined();
  });

  test("keep a password as well as it was kept, though the server is told to keep new ones worse", async () => {
    const account = await bench.make(session, "account", password);
    await target.query("ALTER ROLE iam SET password_encryption = 'md5'");
    await target.query(`ALTER ROLE ${account.name} SET password_encryption = 'md5'`);
    const on = await bench.open();
    const next = new Secret("Quartz-Heron-7422");
    await bench.operations.resetPassword(on, { account, password: next }, call());
    expect(await row(account.name, "left(rolpassword, 5) AS kind")).toEqual({ kind: "SCRAM" });
    await bench.operations.changePassword(on, { account, current: next, password }, call());
    expect(await row(account.name, "left(rolpassword, 5) AS kind")).toEqual({ kind: "SCRAM" });
    expect(await bench.operations.verify(on, { account, password }, call())).toEqual({ ok: true });
    await target.query("ALTER ROLE iam RESET password_encryption");
  });

  test("get no password that the server would take for the stored form of another one", async () => {
    const account = await bench.make(session, "account", password);
    const stored = await row(account.name, "rolpassword AS text");
    for (const text of [`md5${"0123456789abcdef".repeat(2)}`, String(stored?.["text"])]) {
      const secret = new Secret(text);
      const reset = () => bench.operations.resetPassword(session, { account, password: secret }, call());
      await bench.refusal(reset, "invalidValue");
      const change = { account, current: password, password: secret };
      await bench.refusal(() => bench.operations.changePassword(session, change, call()), "invalidValue");
      await bench.refusal(() => bench.create(session, { name: bench.name(), password: secret }), "invalidValue");
    }
    expect(await bench.operations.verify(session, { account, password }, call())).toEqual({ ok: true });
  });

  test("called like a word of the language are themselves and not the administrator", async () => {
    const before = await row("iam", "rolpassword AS text");
    for (const name of ["current_user", "session_user", "current_role", "user", "all", "postgres; DROP ROLE iam"]) {
      const account = await bench.create(session, { name, password });
      const next = new Secret("Quartz-Heron-7422");
      await bench.operations.resetPassword(session, { account, password: next }, call());
      expect(await bench.operations.verify(session, { account, password: next }, call()), name).toEqual({ ok: true });
      const group = await bench.make(session, "group");
      const membership = { group, member: { ...account, type: "account" } };
      await bench.operations.addMember(session, membership, call());
      await bench.operations.disable(session, { account }, call());
      await bench.operations.removeMember(session, membership, call());
      await bench.operations.delete(session, { type: "account", ref: account }, call());
    }
    for (const name of ["public", "none", "pg_mine"])
      await bench.refusal(() => bench.create(session, { name }), "invalidValue");
    expect(await row("iam", "rolpassword AS text")).toEqual(before);
  });

  test("are written as they are meant to an administrator with old habits, and nothing is written where nothing may be", async () => {
    await target.query("ALTER ROLE iam SET standard_conforming_strings = off");
    const name = `${bench.name()}\\x'y`;
    const secret = new Secret("Quartz-\\7421'x");
    const account = await bench.create(await bench.open(), {
      name,
      password: secret,
      attributes: { description: ["a\\b'c"] },
    });
    expect(account).toMatchObject({ name, attributes: { description: ["a\\b'c"] } });
    expect(await bench.operations.verify(session, { account, password: secret }, call())).toEqual({ ok: true });
    await target.query("ALTER ROLE iam RESET standard_conforming_strings");
    await target.query("ALTER ROLE iam SET default_transaction_read_only = on");
    const on = await bench.open();
    const reset = () => bench.operations.resetPassword(on, { account, password }, call());
    expect((await bench.refusal(reset, "policy")).message).toMatch(/read-only transaction/);
    await (session as SqlSession).client.query("ALTER ROLE iam RESET default_transaction_read_only");
    expect(await bench.operations.verify(session, { account, password: secret }, call())).toEqual({ ok: true });
  });

  test("keep what was not asked when anything is set", async () => {
    await target.query(
      "CREATE ROLE inner_role; CREATE ROLE kept LOGIN PASSWORD 'Quartz-Heron-7421' CONNECTION LIMIT 7 VALID UNTIL '2031-01-01' CREATEDB; ALTER ROLE kept SET work_mem = '9MB'; COMMENT ON ROLE kept IS 'a'; GRANT inner_role TO kept WITH ADMIN OPTION",
    );
    const columns =
      "rolconnlimit, rolvaliduntil::text, rolcreatedb, rolinherit, rolcanlogin, (SELECT r.rolconfig FROM pg_roles AS r WHERE r.oid = pg_authid.oid)";
    const before = await row("kept", columns);
    await bench.operations.resetPassword(session, { account: { name: "kept" }, password }, call());
    await bench.operations.disable(session, { account: { name: "kept" } }, call());
    await bench.operations.enable(session, { account: { name: "kept" } }, call());
    const membership = { group: { name: "inner_role" }, member: { type: "account", name: "kept" } };
    await bench.operations.addMember(session, membership, call());
    expect(await row("kept", columns)).toEqual(before);
    expect(await target.query("SELECT admin_option FROM pg_auth_members WHERE roleid = 'inner_role'::regrole")).toEqual(
      [{ admin_option: true }],
    );
    await target.query("DROP ROLE kept, inner_role");
  });
});
