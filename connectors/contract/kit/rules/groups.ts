import type { ObjectRef } from "../../object.ts";
import type { Bench } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about groups. */
export const groupRules: readonly KitRule[] = [
  {
    name: "addMember and removeMember may be repeated, and members shows the result",
    needs: ["create", "members", "addMember", "removeMember"],
    async check(bench) {
      const session = await bench.open();
      const group = await bench.make(session, "group");
      const accounts = [await bench.make(session), await bench.make(session), await bench.make(session)];
      for (const account of [...accounts, ...accounts]) {
        await bench.operations.addMember(session, { group, member: { ...account, type: "account" } }, bench.call());
      }
      ensure(
        (await membersOf(bench, session, group)).join() === sorted(accounts).join(),
        "the members are not those that were added",
      );
      for (const account of [...accounts.slice(0, 1), ...accounts.slice(0, 1)]) {
        await bench.operations.removeMember(session, { group, member: { ...account, type: "account" } }, bench.call());
      }
      ensure(
        (await membersOf(bench, session, group)).join() === sorted(accounts.slice(1)).join(),
        "the member was not removed",
      );
    },
  },
  {
    name: "the members of an absent group are refused with notFound",
    needs: ["create", "members"],
    async check(bench) {
      const session = await bench.open();
      await bench.refusal(() => membersOf(bench, session, { name: bench.name("absent") }), "notFound");
    },
  },
  {
    name: "an absent account cannot become a member",
    needs: ["create", "addMember"],
    async check(bench) {
      const session = await bench.open();
      const group = await bench.make(session, "group");
      const member = { type: "account", name: bench.name("absent") };
      await bench.refusal(() => bench.operations.addMember(session, { group, member }, bench.call()), "notFound");
    },
  },
];

async function membersOf(bench: Bench, session: unknown, group: ObjectRef): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of bench.operations.members(session, { group, pageSize: 2 }, bench.call())) {
    for (const { id, name } of page.items) ids.push(id ?? name);
  }
  return ids.toSorted();
}

function sorted(accounts: readonly { id: string }[]): string[] {
  return accounts.map(({ id }) => id).toSorted();
}
