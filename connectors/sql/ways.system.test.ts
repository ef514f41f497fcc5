import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type ObjectRef, Secret } from "#connectors/contract/index.ts";
import { type SqlTarget, startMariaDbTarget } from "#test/support/sql-target.ts";

import { Bench } from "../contract/kit/bench.ts";
import type { SqlSession } from "./session.ts";
import sql from "./sql.ts";

const old = "Old-Heron-7421";
const fresh = new Secret("Fresh-Quartz-77");
const password = (text = old) => `USING PASSWORD('${text}')`;

describe("the ways in which accounts of MariaDB log in", () => {
  let target: SqlTarget;
  let bench: Bench;
  let session: unknown;
  let notices: string[];

  beforeAll(async () => {
    target = await startMariaDbTarget();
    await target.query("INSTALL SONAME 'auth_ed25519'");
    bench = new Bench(sql, target);
    session = await bench.open();
  });

  afterAll(async () => {
    await bench.clear();
    await target.stop();
  });

  const call = () => {
    notices = [];
    return { ...bench.call(), notice: (words: string) => void notices.push(words) };
  };
  /** Makes an account by a statement of its own and returns its reference. */
  async function made(clauses: string): Promise<ObjectRef> {
    const name = bench.name();
    await target.query(`CREATE USER ${name} ${clauses}`);
    const found = await bench.operations.get(session, { type: "account", ref: { name } }, call());
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return bench.keep(found);
  }
  const shown = async ({ name }: ObjectRef) =>
    String(Object.values((await target.query(`SHOW CREATE USER ${name}`))[0] ?? {})[0]);
  const reset = (account: ObjectRef, mustChange?: boolean) =>
    bench.operations.resetPassword(session, { account, password: fresh, ...(mustChange && { mustChange }) }, call());
  const check = async (account: ObjectRef, secret: Secret) =>
    bench.operations.adminVerify(session, { account, password: secret }, call());
  const hashes = /'(\*[0-9A-F]{40}|[A-Za-z0-9+/]{43})'/g;

  test.each([
    `IDENTIFIED BY '${old}'`,
    `IDENTIFIED VIA ed25519 ${password()}`,
    `IDENTIFIED VIA ed25519 ${password()} OR unix_socket`,
    `IDENTIFIED VIA unix_socket OR mysql_native_password ${password()}`,
    `IDENTIFIED VIA mysql_native_password ${password()} OR ed25519 ${password("Other-Heron-1")}`,
    `IDENTIFIED VIA ed25519 ${password()} REQUIRE SUBJECT '/CN=a' AND ISSUER '/CN=b' WITH MAX_USER_CONNECTIONS 3 MAX_QUERIES_PER_HOUR 9 PASSWORD EXPIRE INTERVAL 90 DAY ACCOUNT LOCK`,
    `IDENTIFIED VIA ed25519 ${password()} REQUIRE X509 PASSWORD EXPIRE NEVER`,
  ])("are as before after a reset: %s", async (clauses) => {
    const account = await made(clauses);
    const before = await shown(account);
    await reset(account);
    const after = await shown(account);
    expect(after).not.toBe(before);
    expect(after.replaceAll(hashes, "?")).toBe(before.replaceAll(hashes, "?"));
    expect(notices).toEqual([]);
    expect(await check(account, fresh)).toEqual({ ok: true });
    for (const text of [old, "Other-Heron-1"])
      expect(await check(account, new Secret(text))).toMatchObject({ ok: false, reason: "invalid" });
    await reset(account, true);
    expect(await check(account, fresh)).toEqual({ ok: true, mustChange: true });
  });

  test("without a password are refused with the reason, and stay", async () => {
    const account = await made("IDENTIFIED VIA unix_socket");
    const before = await shown(account);
    for (const attempt of [
      () => reset(account),
      () => check(account, fresh),
      () => bench.operations.verify(session, { account, password: fresh }, call()),
      () => bench.operations.changePassword(session, { account, current: new Secret(old), password: fresh }, call()),
    ]) {
      const { message } = await bench.refusal(attempt, "notSupported");
      expect(message).toBe(`"${account.name}" has no password on this server: it logs in by unix_socket.`);
    }
    expect(await shown(account)).toBe(before);
  });

  test("are as before when a limit or the encryption is set", async () => {
    const account = await made(
      `IDENTIFIED VIA ed25519 ${password()} OR unix_socket REQUIRE SUBJECT '/CN=a' WITH MAX_USER_CONNECTIONS 3 PASSWORD EXPIRE NEVER`,
    );
    const before = await shown(account);
    const set = (attr: string, value: string | number) =>
      bench.operations.update(session, { type: "account", ref: account, deltas: [{ attr, replace: [value] }] }, call());
    await set("maxQueriesPerHour", 9);
    expect(await shown(account)).toBe(before.replace("WITH ", "WITH MAX_QUERIES_PER_HOUR 9 "));
    await set("maxQueriesPerHour", 0);
    expect(await shown(account)).toBe(before);
    for (const what of ["disable", "enable", "unlock"] as const)
      await bench.operations[what](session, { account }, call());
    expect(await shown(account)).toBe(before);
    await set("requireTls", "NONE");
    expect(await shown(account)).toBe(before.replace(" REQUIRE SUBJECT '/CN=a'", ""));
    expect(notices).toEqual([]);
  });

  test("of accounts called like a word of the language are their own and not the administrator's", async () => {
    for (const name of ["CURRENT_USER", "current_role", "PUBLIC", "none"]) {
      const account = await bench.create(session, { name, password: new Secret(old) });
      await reset(account);
      expect(await bench.operations.verify(session, { account, password: fresh }, call()), name).toEqual({ ok: true });
      const group = await bench.make(session, "group");
      const membership = { group, member: { ...account, type: "account" } };
      await bench.operations.addMember(session, membership, call());
      expect(
        await target.query(`SELECT User FROM mysql.roles_mapping WHERE Role = '${group.name}' AND Admin_option = 'N'`),
      ).toEqual([{ User: name }]);
      await bench.operations.removeMember(session, membership, call());
      await bench.operations.delete(session, { type: "account", ref: account }, call());
    }
    await bench.operations.serverInfo(await bench.open(), call());
  });

  test("that the client library cannot go are judged by what is stored, in words of their own", async () => {
    const account = await made(`IDENTIFIED VIA ed25519 ${password()}`);
    const verify = (secret: Secret) => bench.operations.verify(session, { account, password: secret }, call());
    expect(await verify(new Secret(old))).toEqual({ ok: true });
    expect(await verify(fresh)).toMatchObject({ ok: false, reason: "invalid" });
    const change = { account, current: new Secret(old), password: fresh };
    const { message } = await bench.refusal(
      () => bench.operations.changePassword(session, change, call()),
      "notSupported",
    );
    expect(message).toMatch(/logs in by ed25519, which this connector cannot do, .*can be reset/);
    await bench.operations.disable(session, { account }, call());
    expect(await verify(new Secret(old))).toMatchObject({ ok: false, reason: "disabled" });
  });

  test("with two passwords take one after its owner has changed it", async () => {
    const account = await made(`IDENTIFIED VIA mysql_native_password ${password()} OR ed25519 ${password()}`);
    const change = { account, current: new Secret(old), password: fresh };
    await bench.operations.changePassword(session, change, call());
    expect(await check(account, fresh)).toEqual({ ok: true });
    expect(await check(account, new Secret(old))).toMatchObject({ ok: false, reason: "invalid" });
    expect(await shown(account)).toMatch(/mysql_native_password .* OR ed25519/);
  });

  test("with two passwords keep both where the server refuses the second as a repeat", async () => {
    await target.query("INSTALL SONAME 'password_reuse_check'");
    const account = await made(
      `IDENTIFIED VIA mysql_native_password ${password()} OR ed25519 ${password("Other-1-Heron")}`,
    );
    const before = await shown(account);
    const change = { account, current: new Secret(old), password: new Secret("Third-Heron-33") };
    await bench.refusal(() => bench.operations.changePassword(session, change, call()), "strength");
    expect(await shown(account)).toBe(before);
    await target.query("UNINSTALL SONAME 'password_reuse_check'");
  });

  test.each(["SSL", "X509", "SUBJECT '/CN=a'"])("with REQUIRE %s do not make a right password wrong", async (rule) => {
    const account = await made(`IDENTIFIED BY '${old}' REQUIRE ${rule}`);
    const verify = (secret: Secret) => bench.operations.verify(session, { account, password: secret }, call());
    const { message } = await bench.refusal(() => verify(new Secret(old)), "notSupported");
    expect(message).toMatch(/certificate of its own|must come encrypted/);
    expect(await verify(fresh)).toMatchObject({ ok: false, reason: "invalid" });
  });

  test("through an anonymous account do not make a right password wrong", async () => {
    const account = await made(`IDENTIFIED BY '${old}'`);
    await target.query("CREATE USER ''@'127.0.0.1' IDENTIFIED BY 'Somebody-Else-1'");
    const verify = (secret: Secret) => bench.operations.verify(session, { account, password: secret }, call());
    const { message } = await bench.refusal(() => verify(new Secret(old)), "notSupported");
    expect(message).toContain("takes it for @127.0.0.1");
    expect(await verify(fresh)).toMatchObject({ ok: false, reason: "invalid" });
    await target.query("DROP USER ''@'127.0.0.1'");
    expect(await verify(new Secret(old))).toEqual({ ok: true });
  });

  test("end with the lifetime of the password, of the account or of the server", async () => {
    const state = async (account: ObjectRef) =>
      (await bench.operations.get(session, { type: "account", ref: account }, call()))?.state;
    const [own, servers, never] = [
      await made(`IDENTIFIED BY '${old}' PASSWORD EXPIRE INTERVAL 2 DAY`),
      await made(`IDENTIFIED BY '${old}'`),
      await made(`IDENTIFIED BY '${old}' PASSWORD EXPIRE NEVER`),
    ];
    const daysLeft = async (account: ObjectRef) => {
      const { passwordExpiresAt } = (await state(account)) ?? {};
      return passwordExpiresAt && Math.round((Date.parse(passwordExpiresAt) - Date.now()) / 86_400_000);
    };
    expect([await daysLeft(own), await daysLeft(servers), await daysLeft(never)]).toEqual([2, undefined, undefined]);
    const age =
      "UPDATE mysql.global_priv SET Priv = JSON_SET(Priv, '$.password_last_changed', UNIX_TIMESTAMP() - 3 * 86400)";
    for (const { name } of [own, servers, never]) await target.query(`${age} WHERE User = '${name}'`);
    expect([(await state(own))?.passwordExpired, (await state(servers))?.passwordExpired]).toEqual([true, false]);
    await target.query("SET GLOBAL default_password_lifetime = 2");
    expect([(await state(servers))?.passwordExpired, (await state(never))?.passwordExpired]).toEqual([true, false]);
    expect([await daysLeft(own), await daysLeft(servers), await daysLeft(never)]).toEqual([-1, -1, undefined]);
    await target.query("SET GLOBAL default_password_lifetime = DEFAULT");
  });

  test("are told of with what the server says beside its answer", async () => {
    const { client } = session as SqlSession;
    await client.query("DROP USER IF EXISTS 'nobody'");
    expect(client.notices).toEqual([{ words: "Can't drop user 'nobody'@'%'; it doesn't exist", mark: "1974" }]);
    const account = await made(`IDENTIFIED BY '${old}'`);
    await reset(account);
    // Notices of an earlier call do not concern this one.
    expect(notices).toEqual([]);
  });
});
