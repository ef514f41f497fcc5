import type { Page } from "../../listing.ts";
import type { ObjectRef, TargetObject, Member } from "../../object.ts";
import type { Bench, Calls, Opened } from "../bench.ts";
import { collect, ensure, ensureCancelled, type KitRule } from "../rule.ts";

const pageSize = 2;

/** Rules about groups. */
export const groupRules: readonly KitRule[] = [
  {
    name: "addMember and removeMember may be repeated, and members shows the result",
    needs: ["create", "members", "addMember", "removeMember"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const group = await bench.make(session, "group");
      const accounts = [await bench.make(session), await bench.make(session), await bench.make(session)];
      for (const account of [...accounts, ...accounts])
        await calls.addMember({ group, member: { ...account, type: "account" } });
      if (await hides(calls, group)) return hidden;
      ensure(
        (await membersOf(calls, group)).join() === sorted(accounts).join(),
        "the members are not those that were added",
      );
      for (const account of [...accounts.slice(0, 1), ...accounts.slice(0, 1)])
        await calls.removeMember({ group, member: { ...account, type: "account" } });
      ensure((await membersOf(calls, group)).join() === sorted(accounts.slice(1)).join(), "the member was not removed");
      return undefined;
    },
  },
  {
    name: "members that a listing gives with a group are those that members tells",
    needs: ["create", "list", "members", "addMember"],
    async check(bench) {
      const opened = await bench.begin();
      const group = await groupOf(bench, opened, 3);
      const pages = await collect(opened.calls.list({ type: "group", pageSize: 100 }));
      const listed = pages.flatMap(({ items }) => items).find(({ id }) => id === group.id);
      if (listed?.members === undefined) return "its listing gives no members with a group";
      const told = await collect(opened.calls.members({ group, pageSize: 100 }));
      const isHidden = told.some(({ hidden }) => hidden);
      ensure(
        isHidden === (listed.membersHidden ?? false),
        `members says hidden: ${isHidden}, the listing says the opposite`,
      );
      ensure(idsOf([{ items: listed.members }]).join() === idsOf(told).join(), "they are others, or not as many");
      return undefined;
    },
  },
  {
    name: "members come in pages no larger than asked, and a cursor of theirs works on another session",
    needs: ["create", "members", "addMember"],
    async check(bench) {
      const opened = await bench.begin();
      const group = await groupOf(bench, opened, 5);
      const pages = await collect(opened.calls.members({ group, pageSize }));
      if (await hides(opened.calls, group)) return hidden;
      const ids = idsOf(pages);
      ensure(new Set(ids).size === 5 && ids.length === 5, `there are 5 members, it gives ${ids.length}`);
      ensure(
        pages.every(({ items }) => items.length <= pageSize),
        "a page is larger than asked",
      );
      const [first] = pages;
      if (first?.cursor === undefined) return undefined;
      const { calls } = await bench.begin();
      const rest = await collect(calls.members({ group, pageSize, after: first.cursor }));
      ensure(idsOf([first, ...rest]).join() === ids.join(), "the page and what follows its cursor are not all members");
      return undefined;
    },
  },
  {
    name: "a cancelled listing of members ends with an error, never with a short list",
    needs: ["create", "members", "addMember"],
    async check(bench) {
      const opened = await bench.begin();
      const group = await groupOf(bench, opened, 5);
      await ensureCancelled(bench, (call) => bench.operations.members(opened.session, { group, pageSize: 1 }, call));
    },
  },
  {
    name: "the members of an absent group are refused with notFound",
    needs: ["create", "members"],
    async check(bench) {
      const { calls } = await bench.begin();
      await bench.refusal(() => membersOf(calls, { name: bench.name("absent") }), "notFound");
    },
  },
  {
    name: "removing an account that is no member, or is no more, succeeds",
    needs: ["create", "delete", "removeMember"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const group = await bench.make(session, "group");
      const member = { ...(await bench.make(session)), type: "account" };
      await calls.removeMember({ group, member });
      await calls.delete({ type: "account", ref: member });
      await calls.removeMember({ group, member });
    },
  },
  {
    name: "an absent account cannot become a member",
    needs: ["create", "addMember"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const group = await bench.make(session, "group");
      const member = { type: "account", name: bench.name("absent") };
      await bench.refusal(() => calls.addMember({ group, member }), "notFound");
    },
  },
  {
    name: "addOwner and removeOwner may be repeated, and an absent account owns nothing",
    needs: ["create", "addOwner", "removeOwner"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const group = await bench.make(session, "group");
      const member = { ...(await bench.make(session)), type: "account" };
      for (const owner of [member, member]) await calls.addOwner({ group, member: owner });
      for (const owner of [member, member]) await calls.removeOwner({ group, member: owner });
      const absent = { type: "account", name: bench.name("absent") };
      await bench.refusal(() => calls.addOwner({ group, member: absent }), "notFound");
    },
  },
];

// Reason why memberships cannot be compared. Pages that are not marked as hidden claim to be complete.
const hidden = "the target hides members";

async function hides(calls: Calls, group: ObjectRef): Promise<boolean> {
  const pages = await collect(calls.members({ group, pageSize: 100 }));
  return pages.some((page) => page.hidden);
}

async function groupOf(bench: Bench, { session, calls }: Opened, members: number): Promise<TargetObject> {
  const group = await bench.make(session, "group");
  for (let count = 0; count < members; count += 1)
    await calls.addMember({ group, member: { ...(await bench.make(session)), type: "account" } });
  return group;
}

function idsOf(pages: readonly Page<Member>[]): string[] {
  return pages.flatMap(({ items }) => items.map(({ id, name }) => id ?? name)).toSorted();
}

async function membersOf(calls: Calls, group: ObjectRef): Promise<string[]> {
  return idsOf(await collect(calls.members({ group, pageSize })));
}

function sorted(accounts: readonly { id: string }[]): string[] {
  return accounts.map(({ id }) => id).toSorted();
}
