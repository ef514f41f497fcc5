import type { ObjectRef } from "../../object.ts";
import type { Bench } from "../bench.ts";
import { ensure, type KitRule, noAttribute } from "../rule.ts";

/** Rules about what an operation must leave as it is. */
export const sideEffectRules: readonly KitRule[] = [
  {
    name: "an id alone decides which object is deleted, though its name is stale",
    needs: ["create", "get", "delete"],
    async check(bench) {
      const session = await bench.open();
      const [one, other] = [await bench.make(session), await bench.make(session)];
      await bench.operations.delete(session, { type: "account", ref: { id: one.id, name: other.name } }, bench.call());
      ensure((await shown(bench, session, other)) !== undefined, "the object of the name was deleted");
      ensure((await shown(bench, session, one)) === undefined, "the object of the id is still there");
    },
  },
  {
    name: "get on a session that is closed ends with an error or the object, never as if it was not there",
    needs: ["create", "get"],
    async check(bench) {
      const made = await bench.make(await bench.open());
      const session = await bench.open();
      await bench.connector.definition.close?.(session);
      const found = await shown(bench, session, made).catch(() => made);
      ensure(found?.id === made.id, "it gives another object or none");
    },
  },
  {
    name: "several changes of one update are made together or not at all",
    needs: ["create", "get", "update"],
    async check(bench) {
      const subject = await bench.subject();
      if (subject === undefined) return noAttribute;
      const { session, attr, account: ref } = subject;
      const before = (await shown(bench, session, ref))?.attributes[attr]?.join();
      const deltas = [
        { attr, replace: [bench.values[0]] },
        { attr: "kitUnknownAttribute", replace: ["x"] },
      ];
      await bench.refusal(
        () => bench.operations.update(session, { type: "account", ref, deltas }, bench.call()),
        "invalidValue",
      );
      const after = (await shown(bench, session, ref))?.attributes[attr]?.join();
      ensure(after === before, `${attr} is ${after}, though the update was refused`);
    },
  },
  {
    name: "update leaves the password as it is",
    needs: ["create", "update", "verify"],
    async check(bench) {
      const subject = await bench.subject(bench.password());
      if (subject === undefined) return noAttribute;
      const { session, attr, account } = subject;
      const deltas = [{ attr, replace: [bench.values[0]] }];
      await bench.operations.update(session, { type: "account", ref: account, deltas }, bench.call());
      ensure(await opens(bench, session, account, bench.password()), "the password does not open the account any more");
    },
  },
  {
    name: "disable and enable leave the attributes as they are",
    needs: ["create", "get", "update", "disable", "enable"],
    async check(bench) {
      // Some targets enable no account that has no password.
      const subject = await bench.subject(bench.password());
      if (subject === undefined) return noAttribute;
      const { session, attr, account } = subject;
      const deltas = [{ attr, replace: [bench.values[0]] }];
      await bench.operations.update(session, { type: "account", ref: account, deltas }, bench.call());
      for (const name of ["disable", "enable"] as const) {
        await bench.operations[name](session, { account }, bench.call());
        const values = (await shown(bench, session, account))?.attributes[attr];
        ensure(values?.join() === bench.values[0], `${attr} is ${values?.join()} after ${name}`);
      }
    },
  },
  {
    name: "a listing shows accounts that are disabled",
    needs: ["create", "disable", "list"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session);
      await bench.operations.disable(session, { account }, bench.call());
      const ids: string[] = [];
      for await (const { items } of bench.operations.list(session, { type: "account", pageSize: 100 }, bench.call()))
        ids.push(...items.map(({ id }) => id));
      ensure(ids.includes(account.id), "the disabled account is missing");
    },
  },
  {
    name: "resetPassword leaves an account disabled",
    needs: ["create", "disable", "resetPassword", "verify"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password("-1"));
      await bench.operations.disable(session, { account }, bench.call());
      await bench.operations.resetPassword(session, { account, password: bench.password("-2") }, bench.call());
      ensure(!(await opens(bench, session, account, bench.password("-2"))), "the disabled account opens");
    },
  },
];

function shown(bench: Bench, session: unknown, ref: ObjectRef) {
  return bench.operations.get(session, { type: "account", ref }, bench.call());
}

async function opens(bench: Bench, session: unknown, account: ObjectRef, password: ReturnType<Bench["password"]>) {
  return (await bench.operations.verify(session, { account, password }, bench.call())).ok;
}
