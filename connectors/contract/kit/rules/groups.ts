import type { Page } from "../../listing.ts";
import type { ObjectRef, TargetObject } from "../../object.ts";
import type { Member, MembersRequest } from "../../requests.ts";
import type { Bench } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

const pageSize = 2;

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
    name: "members come in pages no larger than asked, and a cursor of theirs works on another session",
    needs: ["create", "members", "addMember"],
    async check(bench) {
      const session = await bench.open();
      const group = await groupOf(bench, session, 5);
      const pages = await pagesOf(bench, session, { group, pageSize });
      const ids = idsOf(pages);
      ensure(new Set(ids).size === 5 && ids.length === 5, `there are 5 members, it gives ${ids.length}`);
      ensure(
        pages.every(({ items }) => items.length <= pageSize),
        "a page is larger than asked",
      );
      const [first] = pages;
      if (first?.cursor === undefined) return undefined;
      const rest = await pagesOf(bench, await bench.open(), { group, pageSize, after: first.cursor });
      ensure(idsOf([first, ...rest]).join() === ids.join(), "the page and what follows its cursor are not all members");
      return undefined;
    },
  },
  {
    name: "a cancelled listing of members ends with an error, never with a short list",
    needs: ["create", "members", "addMember"],
    async check(bench) {
      const session = await bench.open();
      const group = await groupOf(bench, session, 5);
      const controller = new AbortController();
      const call = bench.call({ signal: controller.signal });
      let ended = false;
      try {
        for await (const _page of bench.operations.members(session, { group, pageSize: 1 }, call)) controller.abort();
        ended = true;
      } catch {
        // Which error it is does not matter: the proxy knows that it cancelled.
      }
      ensure(!ended, "the listing came to a clean end");
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
    name: "removing an account that is no member, or is no more, succeeds",
    needs: ["create", "delete", "removeMember"],
    async check(bench) {
      const session = await bench.open();
      const group = await bench.make(session, "group");
      const member = { ...(await bench.make(session)), type: "account" };
      await bench.operations.removeMember(session, { group, member }, bench.call());
      await bench.operations.delete(session, { type: "account", ref: member }, bench.call());
      await bench.operations.removeMember(session, { group, member }, bench.call());
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

async function groupOf(bench: Bench, session: unknown, members: number): Promise<TargetObject> {
  const group = await bench.make(session, "group");
  for (let count = 0; count < members; count += 1) {
    const member = { ...(await bench.make(session)), type: "account" };
    await bench.operations.addMember(session, { group, member }, bench.call());
  }
  return group;
}

async function pagesOf(bench: Bench, session: unknown, request: MembersRequest): Promise<Page<Member>[]> {
  const pages: Page<Member>[] = [];
  for await (const page of bench.operations.members(session, request, bench.call())) pages.push(page);
  return pages;
}

function idsOf(pages: readonly Page<Member>[]): string[] {
  return pages.flatMap(({ items }) => items.map(({ id, name }) => id ?? name)).toSorted();
}

async function membersOf(bench: Bench, session: unknown, group: ObjectRef): Promise<string[]> {
  return idsOf(await pagesOf(bench, session, { group, pageSize }));
}

function sorted(accounts: readonly { id: string }[]): string[] {
  return accounts.map(({ id }) => id).toSorted();
}
