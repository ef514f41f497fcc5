import type { Bench } from "../bench.ts";
import { collect, ensure, inOrder, type KitRule } from "../rule.ts";
import { tried } from "./passwords.ts";

const [pageSize, membersMade] = [100, 4];

/** Rules about the memory of a session: it must not cache the target's objects. */
export const freshnessRules: readonly KitRule[] = [
  {
    name: "what another session has made, changed or deleted is seen at once by one that has looked before",
    needs: ["create", "get", "list", "delete"],
    async check(bench) {
      const [one, other] = [await bench.begin(), await bench.begin()];
      const ref = { name: bench.name() };
      const [gets, lists] = [
        async () => (await one.calls.get({ type: "account", ref })) !== undefined,
        async () => {
          const pages = await collect(one.calls.list({ type: "account", pageSize }));
          return pages.some(({ items }) => items.some(({ name }) => name === ref.name));
        },
      ];
      ensure(!(await gets()) && !(await lists()), "an account that nobody has made is shown");
      const made = await bench.create(other.session, ref);
      ensure(await gets(), "get does not find what another session has made");
      ensure(await lists(), "a listing does not show what another session has made");
      const attribute = await bench.attribute(one.session);
      if (attribute !== undefined && bench.offers("update")) {
        const [value] = attribute.values;
        const deltas = [{ attr: attribute.name, replace: [value] }];
        await other.calls.update({ type: "account", ref: made, deltas });
        const shown = (await one.calls.get({ type: "account", ref }))?.attributes[attribute.name];
        ensure(inOrder(shown) === String(value), `${attribute.name} is still ${shown?.join() ?? "absent"}`);
      }
      await other.calls.delete({ type: "account", ref: made });
      ensure(!(await gets()), "get finds what another session has deleted");
      ensure(!(await lists()), "a listing shows what another session has deleted");
    },
  },
  {
    name: "members that another session has added or removed are seen at once, and each of them can be removed",
    needs: ["create", "members", "addMember", "removeMember"],
    async check(bench) {
      const [one, other] = [await bench.begin(), await bench.begin()];
      const group = await bench.make(other.session, "group");
      const pages = () => collect(one.calls.members({ group, pageSize: 2 }));
      await pages();
      const accounts = [];
      for (let count = 0; count < membersMade; count += 1) accounts.push(await bench.make(other.session));
      for (const account of accounts) await other.calls.addMember({ group, member: account });
      if ((await pages()).some(({ hidden }) => hidden)) return "the target hides members";
      // The last member shown is the one that a look at the first page alone would miss.
      for (let left = accounts.length; left > 0; left -= 1) {
        const members = (await pages()).flatMap(({ items }) => items);
        ensure(members.length === left, `${left} are members, and ${members.length} are shown`);
        const member = members.at(-1);
        if (member !== undefined) await (left % 2 === 0 ? one : other).calls.removeMember({ group, member });
      }
      ensure(
        (await pages()).every(({ items }) => items.length === 0),
        "a member was not removed",
      );
      return undefined;
    },
  },
  {
    name: "verify remembers nothing: what it has found right is judged anew after a change",
    needs: ["create", "verify"],
    async check(bench) {
      for (const change of ["resetPassword", "disable", "delete"] as const)
        if (bench.offers(change)) await ensureForgotten(bench, change);
    },
  },
  {
    name: "schema says the same each time and on each session, and no name twice",
    needs: ["schema"],
    async check(bench) {
      const [one, other] = [await bench.begin(), await bench.begin()];
      const first = await one.calls.schema();
      if (bench.offers("create")) await bench.make(other.session);
      for (const { calls } of [one, other]) {
        const again = await calls.schema();
        ensure(JSON.stringify(again) === JSON.stringify(first), "it says something else than before");
      }
      const names = first.map(({ type }) => type);
      ensure(new Set(names).size === names.length, `it names a type twice: ${names.join()}`);
      for (const { type, attributes } of first) {
        const twice = attributes.find(
          ({ name }, index) => attributes.findIndex((given) => given.name === name) !== index,
        );
        ensure(twice === undefined, `it names the attribute ${twice?.name} of the type ${type} twice`);
      }
    },
  },
];

/** Verifies a password, makes a change on another session, and throws if the password is still accepted. */
async function ensureForgotten(bench: Bench, change: "resetPassword" | "disable" | "delete"): Promise<void> {
  const [one, other] = [await bench.begin(), await bench.begin()];
  const [password, account] = [bench.password("-1"), await bench.make(other.session, "account", bench.password("-1"))];
  ensure((await tried(one.calls, account, password)) === "ok", "the password does not open the account");
  if (change === "resetPassword") await other.calls.resetPassword({ account, password: bench.password("-2") });
  if (change === "disable") await other.calls.disable({ account });
  if (change === "delete") await other.calls.delete({ type: "account", ref: account });
  for (const { calls } of [one, other]) {
    const answer = await tried(calls, account, password).catch(() => "error");
    ensure(answer !== "ok", `the password still opens the account after ${change}`);
  }
}
