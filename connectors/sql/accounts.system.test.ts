import { randomInt } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type ListRequest, type Page, Secret, type TargetObject } from "#connectors/contract/index.ts";
import { type SqlTarget, startMariaDbTarget, startPostgreSqlTarget } from "#test/support/sql-target.ts";
import { startTcpRelay, type TcpRelay } from "#test/support/tcp-relay.ts";

import { Bench } from "../contract/kit/bench.ts";
import sql from "./sql.ts";

const products = [
  {
    product: "MariaDB",
    start: startMariaDbTarget,
    weak: /^Your password does not satisfy.*Too short password/,
    weakCode: "1819",
  },
  { product: "PostgreSQL", start: startPostgreSqlTarget, weak: /^password is too short$/, weakCode: "22023" },
] as const;

const hostile = [
  "'; DROP ROLE iam; --",
  `"; DROP ROLE iam; --`,
  "\\'; DROP USER iam; -- \\",
  "back\\slash\\",
  `q'u"o\`t$e$s`,
  "$1 ? ?? :a @b@10.%",
  "line\nfeed\ttab\u001a",
  "Größe-Ωμέγα-Ж-漢字",
  "%s%n_%",
  "/* */ -- #",
  "NULL",
  "E'\\047'",
];
// In a name of MariaDB the last "@" begins the host.
const hostOf = { MariaDB: (text: string) => (text.includes("@") ? "@127.%" : ""), PostgreSQL: () => "" } as const;
const alphabet = [..."'\"\\`;-?$@% \n/*#éЖ漢aZ0"];

describe.each(products)("accounts of $product", ({ product, start, weak, weakCode }) => {
  let target: SqlTarget;
  let relay: TcpRelay;

  beforeAll(async () => {
    target = await start();
    relay = await startTcpRelay(target.address);
  });

  afterAll(async () => {
    await relay.stop();
    await target.stop();
  });

  async function withBench(
    run: (bench: Bench, session: unknown) => Promise<void>,
    address: object = {},
  ): Promise<void> {
    const bench = new Bench(sql, { ...target, address: { ...target.address, ...address } });
    try {
      await run(bench, await bench.open());
    } finally {
      await bench.clear();
    }
  }

  const create = async (bench: Bench, session: unknown, name: string, part: object = {}) =>
    bench.keep(
      await bench.operations.create(session, { type: "account", name, attributes: {}, ...part }, bench.call()),
    );

  async function pagesOf(
    bench: Bench,
    session: unknown,
    part: Partial<ListRequest> = {},
    onPage = (_page: number) => {},
  ) {
    const pages: Page<TargetObject>[] = [];
    const request = { type: "account", pageSize: 100, ...part };
    for await (const page of bench.operations.list(session, request, bench.call())) {
      pages.push(page);
      onPage(pages.length);
    }
    return pages;
  }

  const namesOf = async (bench: Bench, session: unknown, part: Partial<ListRequest> = {}) =>
    (await pagesOf(bench, session, part)).flatMap(({ items }) => items.map(({ name }) => name));

  test("hostile names and passwords are names and passwords, and touch nothing else", () =>
    withBench(async (bench, session) => {
      const random = Array.from({ length: 25 }, () =>
        Array.from({ length: 1 + randomInt(14) }, () => alphabet[randomInt(alphabet.length)]).join(""),
      );
      const before = await namesOf(bench, session);
      for (const text of [...hostile, ...random]) {
        const name = `h${text}h${hostOf[product](text)}`;
        const password = new Secret(`Quartz-7421${text}`);
        const made = await create(bench, session, name, { password });
        expect(made.name).toBe(name);
        expect((await namesOf(bench, session)).toSorted()).toEqual([...before, name].toSorted());
        const verify = () => bench.operations.verify(session, { account: { name }, password }, bench.call());
        expect(await verify(), name).toEqual({ ok: true });
        await bench.operations.resetPassword(session, { account: made, password: bench.password(text) }, bench.call());
        expect(await verify(), name).toMatchObject({ ok: false, reason: "invalid" });
        const change = { account: made, current: bench.password(text), password };
        await bench.operations.changePassword(session, change, bench.call());
        expect(await bench.operations.adminVerify(session, { account: made, password }, bench.call())).toEqual({
          ok: true,
        });
        await bench.operations.delete(session, { type: "account", ref: made }, bench.call());
      }
      expect(await namesOf(bench, session)).toEqual(before);
    }));

  test("hostile names of roles are granted and revoked as they are", () =>
    withBench(async (bench, session) => {
      const member = { ...(await create(bench, session, bench.name())), type: "account" };
      const inner = { ...(await bench.make(session, "group")), type: "group" };
      for (const name of hostile) {
        const group = bench.keep(
          await bench.operations.create(session, { type: "group", name, attributes: {} }, bench.call()),
        );
        expect(group.name).toBe(name);
        for (const one of [member, inner])
          await bench.operations.addMember(session, { group, member: one }, bench.call());
        const found: object[] = [];
        for await (const { items } of bench.operations.members(session, { group, pageSize: 1 }, bench.call()))
          found.push(...items);
        expect(found).toHaveLength(2);
        for (const { type, id, name: called } of [member, inner])
          expect(found).toContainEqual({ type, id, name: called });
        await bench.operations.removeMember(session, { group, member }, bench.call());
        await bench.operations.delete(session, { type: "group", ref: group }, bench.call());
      }
    }));

  test.each(["a\0b", "\ud800", "", "n".repeat(200)])("the name %j is refused before anything is sent", (name) =>
    withBench(async (bench, session) => {
      await bench.refusal(() => create(bench, session, name), "invalidValue");
      expect(await bench.operations.get(session, { type: "account", ref: { name } }, bench.call())).toBeUndefined();
    }),
  );

  test("a password that cannot be carried to the server unchanged is refused", () =>
    withBench(async (bench, session) => {
      const account = await bench.make(session);
      for (const password of [new Secret("Quartz-7421\0x"), new Secret("Quartz-7421\udc00"), new Secret("")]) {
        const reset = () => bench.operations.resetPassword(session, { account, password }, bench.call());
        await bench.refusal(reset, "invalidValue");
      }
    }));

  test("weak, taken and absent are told apart, with the server's own words", () =>
    withBench(async (bench, session) => {
      const account = await bench.make(session, "account", bench.password());
      const password = new Secret("abc12");
      const reset = (one: { name: string }, secret: Secret) => () =>
        bench.operations.resetPassword(session, { account: one, password: secret }, bench.call());
      const refused = await bench.refusal(reset(account, password), "strength");
      expect(refused).toMatchObject({ message: expect.stringMatching(weak), targetCode: weakCode });
      const name = bench.name();
      await bench.refusal(() => create(bench, session, name, { password }), "strength");
      expect(await bench.operations.get(session, { type: "account", ref: { name } }, bench.call())).toBeUndefined();
      const own = { account, current: bench.password(), password };
      const change = await bench.refusal(() => bench.operations.changePassword(session, own, bench.call()), "strength");
      expect(change.message).toMatch(weak);
      const taken = () => create(bench, session, account.name, { password: bench.password() });
      expect((await bench.refusal(taken, "alreadyExists")).targetCode).toMatch(/^(1396|42710)$/);
      await bench.refusal(reset({ name: bench.name() }, bench.password()), "notFound");
      expect(await bench.operations.verify(session, { account, password: bench.password() }, bench.call())).toEqual({
        ok: true,
      });
    }));

  test("an account without a password is open to nobody", () =>
    withBench(async (bench, session) => {
      const account = await bench.make(session);
      for (const text of ["", "x", account.name]) {
        const answer = await bench.operations.verify(session, { account, password: new Secret(text) }, bench.call());
        expect(answer).toMatchObject({ ok: false, reason: "invalid" });
      }
    }));

  test("a connection cut in the midst of a listing gives an error, and the cursor goes on elsewhere", () =>
    withBench(
      async (bench, session) => {
        for (let count = 0; count < 30; count += 1) await bench.make(session);
        const whole = await namesOf(bench, session);
        const seen: Page<TargetObject>[] = [];
        const cut = async () => {
          const request = { type: "account", pageSize: 7 };
          for await (const page of bench.operations.list(session, request, bench.call())) {
            seen.push(page);
            if (seen.length === 2) relay.cutAfterBytes(60);
          }
        };
        const error = await bench.refusal(cut, "broken");
        expect(error.message).toMatch(/lost|closed|terminated|ECONNRESET/i);
        expect(seen).toHaveLength(2);
        expect(await sql.definition.alive?.(session)).toBe(false);
        await bench.refusal(() => pagesOf(bench, session), "unreachable", "broken");
        const after = seen[1]?.cursor ?? "";
        const rest = await namesOf(bench, await bench.open(), { pageSize: 7, after });
        expect([...seen.flatMap(({ items }) => items.map(({ name }) => name)), ...rest]).toEqual(whole);
      },
      { port: relay.port },
    ));

  test("a port where nobody answers is unreachable, and who stops waiting leaves nothing open", () =>
    withBench(async (bench) => {
      const elsewhere = new Bench(sql, { ...target, address: { ...target.address, port: 1 } });
      await bench.refusal(() => elsewhere.open(), "unreachable");
      const controller = new AbortController();
      controller.abort(new Error("nobody waits"));
      const { host } = target.address;
      const opening = sql.definition.open({
        options: {
          ...target.address,
          host,
        },
        signal: controller.signal,
        log: bench.call().log,
        credential: async () => ({
          login: "iam",
          secret: new Secret("x"),
        }),
      });
      await expect(opening).rejects.toThrow("nobody waits");
    }));

  test("a filter gives what fits and no more", () =>
    withBench(async (bench, session) => {
      const name = `${bench.name()}%_'x`;
      const made = await create(bench, session, name);
      await bench.make(session);
      const by = (op: "eq" | "startsWith" | "endsWith" | "contains", value: string) =>
        namesOf(bench, session, { filter: { op, attr: "name", value } });
      expect(await by("eq", name)).toEqual([name]);
      expect(await by("startsWith", name.slice(0, 10))).toEqual([name]);
      expect(await by("endsWith", "%_'x")).toEqual([name]);
      expect(await by("contains", "%_'")).toEqual([name]);
      const others = await namesOf(bench, session, {
        filter: { op: "not", of: { op: "eq", attr: "name", value: name } },
      });
      expect(others).toEqual((await namesOf(bench, session)).filter((other) => other !== made.name));
      const none = namesOf(bench, session, { filter: { op: "eq", attr: "noSuchThing", value: "x" } });
      await bench.refusal(() => none, "invalidValue");
    }));

  test("a disabled account stays one through a reset, and is no role", () =>
    withBench(async (bench, session) => {
      const account = await bench.make(session, "account", bench.password("-1"));
      await bench.operations.disable(session, { account }, bench.call());
      await bench.operations.unlock(session, { account }, bench.call());
      await bench.operations.resetPassword(session, { account, password: bench.password("-2") }, bench.call());
      const now = await bench.operations.get(session, { type: "account", ref: account }, bench.call());
      expect(now?.state?.enabled).toBe(false);
      const asGroup = { type: "group", ref: { name: account.name } };
      expect(await bench.operations.get(session, asGroup, bench.call())).toBeUndefined();
      const verify = () => bench.operations.verify(session, { account, password: bench.password("-2") }, bench.call());
      expect(await verify()).toMatchObject({ ok: false, reason: "disabled" });
      await bench.operations.enable(session, { account }, bench.call());
      expect(await verify()).toEqual({ ok: true });
    }));
});
