import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Member, MembersPage, TargetObject } from "#connectors/contract/index.ts";
import { type SqlTarget, startMariaDbTarget, startPostgreSqlTarget } from "#test/support/sql-target.ts";

import { Bench } from "../contract/kit/bench.ts";
import type { SqlSession } from "./session.ts";
import sql from "./sql.ts";

const products = [
  { product: "MariaDB", start: startMariaDbTarget },
  { product: "PostgreSQL", start: startPostgreSqlTarget },
] as const;

describe.each(products)("memberships of $product", ({ product, start }) => {
  let target: SqlTarget;
  let bench: Bench;
  let session: unknown;
  let notices: string[];
  let asked: number;

  beforeAll(async () => {
    target = await start();
    bench = new Bench(sql, target);
    session = await bench.open();
    const { client } = session as SqlSession;
    const query = client.query.bind(client);
    client.query = (...part) => {
      asked += 1;
      return query(...part);
    };
  });

  afterAll(async () => {
    await bench.clear();
    await target.stop();
  });

  const call = () => {
    notices = [];
    asked = 0;
    return { ...bench.call(), notice: (words: string) => void notices.push(words) };
  };
  const inOrder = async (statements: readonly string[]) => {
    for (const statement of statements) await (session as SqlSession).client.query(statement);
  };
  const short = ({ type, name, through }: Member) => [type, name, ...(through === undefined ? [] : [through.name])];
  const membersOf = async (name: string, pageSize = 100, on = session) => {
    const pages: MembersPage[] = [];
    for await (const page of bench.operations.members(on, { group: { name }, pageSize }, call())) pages.push(page);
    return { members: pages.flatMap(({ items }) => items.map(short)), hidden: pages.some(({ hidden }) => hidden) };
  };
  const groupsOf = async (pageSize: number, on = session) => {
    const found: TargetObject[] = [];
    for await (const { items } of bench.operations.list(on, { type: "group", pageSize }, call())) found.push(...items);
    return found;
  };
  const anna = product === "MariaDB" ? "'anna'@'%'" : "anna";
  const boss = product === "MariaDB" ? "'boss'@'%'" : "boss";
  const user = (name: string) =>
    product === "MariaDB" ? `CREATE USER ${name} IDENTIFIED BY 'Quartz-Heron-7421'` : `CREATE ROLE ${name} LOGIN`;
  const change = (what: "addMember" | "removeMember", group: string, name = "anna") =>
    bench.operations[what](session, { group: { name: group }, member: { type: "account", name } }, call());

  test("come with their groups, also by the groups inside, in a number of calls that does not grow with them", async () => {
    await inOrder([
      user("anna"),
      user("boss"),
      ...["outer", "middle", "inner", "lonely"].map((name) => `CREATE ROLE ${name}_r`),
      `GRANT outer_r TO middle_r`,
      `GRANT middle_r TO inner_r`,
      `GRANT inner_r TO ${anna}`,
      `GRANT outer_r TO ${boss}`,
      `GRANT inner_r TO ${boss}`,
    ]);
    const outer = [
      ["account", "anna", "inner_r"],
      ["account", "boss"],
      ["group", "inner_r", "middle_r"],
      ["group", "middle_r"],
    ];
    for (const pageSize of [1, 100]) {
      const { members, hidden } = await membersOf("outer_r", pageSize);
      expect(members.toSorted()).toEqual(outer.toSorted());
      expect(hidden).toBe(false);
    }
    const groups = await groupsOf(100);
    expect(asked).toBe(2);
    const own = groups.filter(({ name }) => name.endsWith("_r"));
    expect(Object.fromEntries(own.map(({ name, members }) => [name, members?.map(short).toSorted()]))).toEqual({
      outer_r: outer.toSorted(),
      middle_r: [
        ["account", "anna", "inner_r"],
        ["account", "boss", "inner_r"],
        ["group", "inner_r"],
      ],
      inner_r: [
        ["account", "anna"],
        ["account", "boss"],
      ],
      lonely_r: [],
    });
    expect(groups.some(({ membersHidden }) => membersHidden)).toBe(false);
  });

  test("that come by another group are not said to have been ended", async () => {
    const { message } = await bench.refusal(() => change("removeMember", "outer_r"), "policy");
    expect(message).toBe('"anna" belongs to "outer_r" by "inner_r", where that can be ended.');
    await change("removeMember", "outer_r", "boss");
    expect(notices.at(-1)).toBe(
      '"boss" is no member itself any more, but "boss" belongs to "outer_r" by "inner_r", where that can be ended.',
    );
    await change("removeMember", "inner_r");
    expect((await membersOf("outer_r")).members).not.toContainEqual(expect.arrayContaining(["anna"]));
  });

  test("keep their options when they are asked for once more", async () => {
    await inOrder([`GRANT lonely_r TO ${anna} WITH ADMIN OPTION`]);
    const options = () =>
      product === "MariaDB"
        ? target.query("SELECT * FROM mysql.roles_mapping WHERE Role = 'lonely_r' AND User = 'anna'")
        : target.query("SELECT m::text FROM pg_auth_members AS m WHERE roleid = 'lonely_r'::regrole");
    const before = await options();
    await change("addMember", "lonely_r");
    expect(await options()).toEqual(before);
    await change("removeMember", "lonely_r");
    expect(await options()).toEqual([]);
  });
});

describe("memberships that MariaDB does not show", () => {
  let target: SqlTarget;
  let bench: Bench;

  beforeAll(async () => {
    target = await startMariaDbTarget();
    bench = new Bench(sql, target);
  });

  afterAll(async () => {
    await bench.clear();
    await target.stop();
  });

  const listed = async (on: unknown) => {
    const found: TargetObject[] = [];
    for await (const { items } of bench.operations.list(on, { type: "group", pageSize: 100 }, bench.call()))
      found.push(...items);
    return found;
  };

  test("are said to be hidden, and asked to be ended all the same", async () => {
    for (const statement of [
      "CREATE USER anna IDENTIFIED BY 'Quartz-Heron-7421'",
      "CREATE ROLE crew",
      "GRANT crew TO anna",
      "CREATE USER half@'127.0.0.1' IDENTIFIED BY 'Quartz-Heron-7421'",
      "GRANT CREATE USER ON *.* TO half@'127.0.0.1'",
      "GRANT SELECT ON mysql.global_priv TO half@'127.0.0.1'",
      "GRANT SELECT ON mysql.user TO half@'127.0.0.1'",
      "GRANT crew TO half@'127.0.0.1' WITH ADMIN OPTION",
    ])
      await target.query(statement);
    const credentials = [{ role: "admin", login: "half", secret: "Quartz-Heron-7421" }];
    const half = new Bench(sql, { ...target, credentials });
    const session = await half.open();
    expect(await listed(session)).toMatchObject([{ name: "crew", members: [], membersHidden: true }]);
    const pages: MembersPage[] = [];
    const group = { name: "crew" };
    for await (const page of half.operations.members(session, { group, pageSize: 10 }, half.call())) pages.push(page);
    expect(pages).toEqual([{ items: [], hidden: true }]);
    await half.operations.removeMember(session, { group, member: { type: "account", name: "anna" } }, half.call());
    expect(await target.query("SELECT * FROM mysql.roles_mapping WHERE User = 'anna'")).toEqual([]);
    await half.clear();
  });

  test("are everybody's where PUBLIC has the role, and PUBLIC is no group to be in", async () => {
    const session = await bench.open();
    await target.query("CREATE ROLE open_to_all");
    await target.query("GRANT open_to_all TO PUBLIC");
    const groups = await listed(session);
    expect(groups.map(({ name }) => name)).not.toContain("PUBLIC");
    expect(groups.find(({ name }) => name === "open_to_all")).toMatchObject({ membersHidden: true });
    const make = () => bench.create(session, { type: "group", name: "PUBLIC" });
    await bench.refusal(make, "invalidValue");
  });
});
