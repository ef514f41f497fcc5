import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Attributes, type ObjectRef, Secret } from "#connectors/contract/index.ts";
import { type SqlTarget, startMariaDbTarget, startPostgreSqlTarget } from "#test/support/sql-target.ts";

import { Bench } from "../contract/kit/bench.ts";
import sql from "./sql.ts";

type Work = (bench: Bench, session: unknown) => Promise<void>;

async function withBench(target: SqlTarget, address: object, run: Work): Promise<void> {
  const bench = new Bench(sql, { ...target, address: { ...target.address, ...address } });
  try {
    await run(bench, await bench.open());
  } finally {
    await bench.clear();
  }
}

async function create(
  bench: Bench,
  session: unknown,
  part: { name: string; attributes?: Attributes; password?: Secret },
) {
  const request = {
    type: "account",
    attributes: {},
    ...part,
  };
  return bench.keep(await bench.operations.create(session, request, bench.call()));
}

const update = (
  bench: Bench,
  session: unknown,
  ref: ObjectRef,
  values: Readonly<Record<string, readonly unknown[]>>,
) => {
  const deltas = Object.entries(values).map(([attr, replace]) => ({ attr, replace: replace as string[] }));
  return bench.operations.update(session, { type: "account", ref, deltas }, bench.call());
};

describe("MariaDB", () => {
  let target: SqlTarget;
  beforeAll(async () => {
    target = await startMariaDbTarget();
  });
  afterAll(() => target.stop());
  const here = (run: Work, address: object = {}) => withBench(target, address, run);

  test("a name without a host means the default one, and user@host another account", () =>
    here(
      async (bench, session) => {
        const name = bench.name();
        const local = await create(bench, session, { name });
        const other = await create(bench, session, { name: `${name}@10.%` });
        expect([local, other]).toMatchObject([
          { id: `${name}@localhost`, name, attributes: { host: ["localhost"] } },
          { id: `${name}@10.%`, name: `${name}@10.%`, attributes: { host: ["10.%"] } },
        ]);
        const upper = await bench.operations.get(
          session,
          { type: "account", ref: { name: `${name}@LOCALHOST` } },
          bench.call(),
        );
        expect(upper).toEqual(local);
        await bench.operations.delete(session, { type: "account", ref: local }, bench.call());
        expect(await bench.operations.get(session, { type: "account", ref: other }, bench.call())).toEqual(other);
      },
      { defaultHost: "LocalHost" },
    ));

  test.each(["x@", "@host", "trailing ", "x😀", "x@it's"])(
    "refuses the name %j, which the server would change",
    (name) =>
      here(async (bench, session) => {
        await bench.refusal(() => create(bench, session, { name }), "invalidValue");
      }),
  );

  test("attributes are set in one step, changed and set back", () =>
    here(async (bench, session) => {
      const attributes = { requireTls: ["X509"], maxUserConnections: ["4"] };
      const made = await create(bench, session, { name: bench.name(), attributes });
      expect(made.attributes).toMatchObject({ requireTls: ["X509"], maxUserConnections: [4], maxQueriesPerHour: [0] });
      await update(bench, session, made, { requireTls: [], maxQueriesPerHour: [9], maxUserConnections: [] });
      const now = await bench.operations.get(session, { type: "account", ref: made }, bench.call());
      expect(now?.attributes).toMatchObject({ requireTls: ["NONE"], maxUserConnections: [0], maxQueriesPerHour: [9] });
      for (const values of [
        { requireTls: ["SOME"] },
        { plugin: ["x"] },
        { maxUserConnections: [1, 2] },
        { host: ["x"] },
      ])
        await bench.refusal(() => update(bench, session, made, values), "invalidValue");
    }));

  test("what has no id but its name is not renamed", () =>
    here(async (bench, session) => {
      const made = await bench.make(session);
      const rename = () => update(bench, session, made, { name: [bench.name()], maxQueriesPerHour: [9] });
      await bench.refusal(rename, "notSupported");
      expect(await bench.operations.get(session, { type: "account", ref: made }, bench.call())).toEqual(made);
    }));

  test("an expired password opens the account to a change only, and the change ends that", () =>
    here(async (bench, session) => {
      const account = await bench.make(session, "account", bench.password("-1"));
      const [current, password] = [bench.password("-1"), bench.password("-\\'2")];
      const verify = (secret: Secret) => bench.operations.verify(session, { account, password: secret }, bench.call());
      await bench.operations.expirePassword(session, { account }, bench.call());
      expect(await verify(current)).toEqual({ ok: true, mustChange: true });
      expect(await bench.operations.adminVerify(session, { account, password: current }, bench.call())).toEqual({
        ok: true,
        mustChange: true,
      });
      const change = () => bench.operations.changePassword(session, { account, current, password }, bench.call());
      // Another account with the same user: the server must not change its password.
      const namesake = await create(bench, session, { name: `${account.name}@10.1.1.1` });
      await bench.refusal(change, "notSupported");
      await bench.operations.delete(session, { type: "account", ref: namesake }, bench.call());
      await change();
      expect(await verify(password)).toEqual({ ok: true });
    }));

  test("an account that may not come from here is not called wrong, and its stored password can be compared", () =>
    here(async (bench, session) => {
      const name = bench.name();
      const account = await create(bench, session, { name: `${name}@10.9.8.7`, password: bench.password() });
      const request = { account, password: bench.password() };
      await bench.refusal(() => bench.operations.verify(session, request, bench.call()), "notSupported");
      expect(await bench.operations.adminVerify(session, request, bench.call())).toEqual({ ok: true });
      // With the same password the server takes the login for this account.
      await create(bench, session, { name: `${name}@127.0.0.1`, password: bench.password() });
      const wider = await create(bench, session, { name: `${name}@127.%`, password: bench.password() });
      const error = await bench.refusal(
        () => bench.operations.verify(session, { ...request, account: wider }, bench.call()),
        "notSupported",
      );
      expect(error.message).toContain(`${name}@127.0.0.1`);
    }));

  test("a login that could lock is not tried in the administrator's name", () =>
    here(async (bench, session) => {
      const name = bench.name();
      const by = "mysql_native_password USING PASSWORD('Quartz-Heron-7421')";
      await target.query("INSTALL SONAME 'auth_pam_v1'");
      await target.query(`CREATE USER ${name} IDENTIFIED VIA ${by} OR pam`);
      const right = { account: { name }, password: new Secret("Quartz-Heron-7421") };
      const perhaps = { account: { name }, password: new Secret("what PAM may take") };
      expect(await bench.operations.adminVerify(session, right, bench.call())).toEqual({ ok: true });
      await bench.refusal(() => bench.operations.adminVerify(session, perhaps, bench.call()), "notSupported");
      await target.query("SET GLOBAL max_password_errors = 4294967295");
      expect(await bench.operations.verify(session, right, bench.call())).toEqual({ ok: true });
      await target.query(`DROP USER ${name}`);
    }));

  test("literals are read as they are meant though the server's own mode knows no backslash", () =>
    here(async (bench) => {
      await target.query("SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'");
      const session = await bench.open();
      const password = new Secret("Quartz-\\'7421\\");
      const made = await create(bench, session, { name: `${bench.name()}\\'"`, password });
      const request = { account: made, password };
      expect(await bench.operations.verify(session, request, bench.call())).toEqual({ ok: true });
      const change = { account: made, current: password, password: new Secret("Quartz-\\\\'7422") };
      await bench.operations.changePassword(session, change, bench.call());
      expect(await bench.operations.verify(session, change, bench.call())).toEqual({ ok: true });
      await bench.operations.expirePassword(session, { account: made }, bench.call());
      const again = { account: made, current: change.password, password };
      await bench.operations.changePassword(session, again, bench.call());
      expect(await bench.operations.verify(session, request, bench.call())).toEqual({ ok: true });
      await target.query("SET GLOBAL sql_mode = DEFAULT");
    }));

  test("another product behind the address is told", () =>
    here(async (bench) => {
      const error = await bench.refusal(() => withBench(target, { product: "mysql" }, async () => {}), "config");
      expect(error.message).toContain("MariaDB");
    }));
});

describe("PostgreSQL", () => {
  let target: Awaited<ReturnType<typeof startPostgreSqlTarget>>;
  beforeAll(async () => {
    target = await startPostgreSqlTarget();
  });
  afterAll(() => target.stop());
  const here = (run: Work) => withBench(target, {}, run);

  test("attributes are set in one step, changed and set back", () =>
    here(async (bench, session) => {
      const description = ["it's \\ $$ 'x'"];
      const validUntil = ["2031-05-06T07:08:09.000Z"];
      const attributes = { description, validUntil, connectionLimit: [3], createDb: ["true"] };
      const made = await create(bench, session, { name: bench.name(), attributes });
      expect(made).toMatchObject({
        attributes: {
          description,
          validUntil,
          connectionLimit: [3],
          createDb: [true],
          superuser: [false],
          inherit: [true],
        },
        state: { enabled: true, expiresAt: validUntil[0], passwordExpiresAt: validUntil[0] },
      });
      await update(bench, session, made, { description: [], validUntil: [], connectionLimit: [], inherit: [false] });
      const now = await bench.operations.get(session, { type: "account", ref: made }, bench.call());
      expect(now?.attributes).toEqual({
        ...made.attributes,
        connectionLimit: [-1],
        inherit: [false],
        description: undefined,
        validUntil: undefined,
      });
      expect(now?.state).toEqual({ enabled: true, locked: false, passwordExpired: false });
      for (const values of [{ connectionLimit: [-2] }, { validUntil: ["soon"] }, { createDb: ["maybe"] }])
        await bench.refusal(() => update(bench, session, made, values), "invalidValue");
    }));

  test("a rename keeps the id, and happens with the other changes or not at all", () =>
    here(async (bench, session) => {
      const [made, other] = [await bench.make(session, "account", bench.password()), await bench.make(session)];
      const refused = () => update(bench, session, made, { description: ["x"], name: [other.name] });
      await bench.refusal(refused, "alreadyExists");
      expect(await bench.operations.get(session, { type: "account", ref: made }, bench.call())).toEqual(made);
      const name = `${bench.name()} "new"`;
      expect(await update(bench, session, made, { description: ["x"], name: [name] })).toEqual({ id: made.id, name });
      const request = { account: { id: made.id, name: made.name }, password: bench.password() };
      expect(await bench.operations.verify(session, request, bench.call())).toEqual({ ok: true });
    }));

  test("no password comes into the server's log, though it logs all statements and every refusal", () =>
    here(async (bench, session) => {
      const [good, weak] = [new Secret("Canary-4711-good"), new Secret("cnry-4")];
      const account = await create(bench, session, { name: bench.name(), password: good });
      await bench.operations.resetPassword(
        session,
        { account, password: new Secret("Canary-4711-next") },
        bench.call(),
      );
      const reset = () => bench.operations.resetPassword(session, { account, password: weak }, bench.call());
      await bench.refusal(reset, "strength");
      await bench.operations.disable(session, { account }, bench.call());
      const log = target.readLog();
      expect(log).toContain("NOLOGIN");
      expect(log).toContain("password is too short");
      expect(log).not.toMatch(/Canary-4711|cnry-4/);
    }));

  test("an administrator who is no superuser can do the daily work", () =>
    here(async (bench) => {
      const login = bench.name();
      const secret = "Quartz-Heron-7421";
      await target.query(`CREATE ROLE ${login} LOGIN CREATEROLE PASSWORD '${secret}'`);
      const credentials = [{ role: "admin", login, secret }];
      await withBench({ ...target, credentials }, { privileges: ["superuser"] }, async (plain, session) => {
        const account = await plain.make(session, "account", plain.password("-1"));
        await plain.operations.resetPassword(session, { account, password: plain.password("-2") }, plain.call());
        const request = { account, password: plain.password("-2") };
        expect(await plain.operations.adminVerify(session, request, plain.call())).toEqual({ ok: true });
        const superuser = () => update(plain, session, account, { superuser: [true] });
        expect((await plain.refusal(superuser, "permission")).targetCode).toBe("42501");
        await plain.operations.delete(session, { type: "account", ref: account }, plain.call());
      });
      await target.query(`DROP ROLE ${login}`);
    }));

  test("no account gets a privilege over the whole server that the address does not list, neither made nor changed", () =>
    here(async (bench, session) => {
      const account = await bench.make(session);
      for (const name of ["superuser", "createRole", "replication", "bypassRls"]) {
        const attributes = { [name]: ["true"] };
        const make = () => create(bench, session, { name: bench.name(), attributes });
        expect((await bench.refusal(make, "permission")).message).toContain(`"${name}" is a privilege`);
        await bench.refusal(() => update(bench, session, account, attributes), "permission");
        await update(bench, session, account, { [name]: ["false"] });
        await withBench(target, { privileges: [name] }, async (allowed, its) => {
          const made = await create(allowed, its, { name: allowed.name(), attributes });
          expect(made.attributes[name]).toEqual([true]);
        });
      }
      const now = await bench.operations.get(session, { type: "account", ref: account }, bench.call());
      expect(now?.attributes).toEqual(account.attributes);
    }));

  test("roles of the server and roles with a privilege over it are neither granted nor revoked unless the address lists them", () =>
    here(async (bench, session) => {
      const account = await bench.make(session);
      const strong = bench.name();
      await target.query(`CREATE ROLE ${strong} NOLOGIN SUPERUSER`);
      const change = (by: Bench, on: unknown, does: "addMember" | "removeMember", name: string) =>
        by.operations[does](on, { group: { name }, member: { ...account, type: "account" } }, by.call());
      for (const name of ["pg_execute_server_program", "pg_write_server_files", "pg_read_all_data", strong]) {
        await bench.refusal(() => change(bench, session, "addMember", name), "permission");
        await bench.refusal(() => change(bench, session, "removeMember", name), "permission");
        await withBench(target, { systemRoles: [name] }, async (allowed, its) => {
          await change(allowed, its, "addMember", name);
          await change(allowed, its, "removeMember", name);
        });
      }
      expect(await bench.operations.get(session, { type: "account", ref: account }, bench.call())).toEqual(account);
      await target.query(`DROP ROLE ${strong}`);
    }));

  test("an account that owns something is not deleted, and the words say what", () =>
    here(async (bench, session) => {
      const account = await bench.make(session);
      await target.query(`CREATE TABLE kept (); ALTER TABLE kept OWNER TO ${account.name}`);
      const remove = () => bench.operations.delete(session, { type: "account", ref: account }, bench.call());
      const error = await bench.refusal(remove, "policy");
      expect(error).toMatchObject({ message: expect.stringContaining("owner of table kept"), targetCode: "2BP01" });
      await target.query("DROP TABLE kept");
    }));

  test("a password whose term has ended does not open, and is known to the administrator", () =>
    here(async (bench, session) => {
      const attributes = { validUntil: ["2001-01-01T00:00:00Z"] };
      const account = await create(bench, session, { name: bench.name(), attributes, password: bench.password() });
      const request = { account, password: bench.password() };
      const wrong = { account, password: bench.password("-wrong") };
      for (const check of [bench.operations.verify, bench.operations.adminVerify]) {
        expect(await check(session, request, bench.call())).toMatchObject({ ok: false, reason: "expired" });
        expect(await check(session, wrong, bench.call())).toMatchObject({ ok: false, reason: "invalid" });
      }
    }));

  test("what PostgreSQL cannot do is refused before anything is done", () =>
    here(async (bench, session) => {
      const account = await bench.make(session);
      await bench.refusal(() => bench.operations.expirePassword(session, { account }, bench.call()), "notSupported");
      expect(await bench.operations.get(session, { type: "account", ref: account }, bench.call())).toEqual(account);
    }));

  test("a server that asks for no password proves none", () =>
    here(async (bench, session) => {
      const account = await bench.make(session, "account", bench.password());
      const [row] = await target.query("SHOW hba_file");
      const file = String(row?.["hba_file"]);
      const before = readFileSync(file, "utf8");
      writeFileSync(file, `host all ${account.name} 127.0.0.1/32 trust\n${before}`);
      await target.query("SELECT pg_reload_conf()");
      const verify = () => bench.operations.verify(session, { account, password: bench.password("-no") }, bench.call());
      // The server reads the file a moment later.
      for (let times = 0; times < 100 && (await verify().catch(() => undefined)) !== undefined; times += 1)
        await sleep(20);
      expect((await bench.refusal(verify, "config")).message).toContain("without asking for a password");
      writeFileSync(file, before);
      await target.query("SELECT pg_reload_conf()");
    }));
});
