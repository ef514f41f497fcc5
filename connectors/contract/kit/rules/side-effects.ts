import type { ObjectRef } from "../../object.ts";
import { noAttribute } from "../attributes.ts";
import type { Calls } from "../bench.ts";
import { collect, ensure, inOrder, type KitRule } from "../rule.ts";
import { tried } from "./passwords.ts";

/** Rules about side effects that an operation must not have. */
export const sideEffectRules: readonly KitRule[] = [
  {
    name: "an id alone decides which object is deleted, though its name is stale",
    needs: ["create", "get", "delete"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const [one, other] = [await bench.make(session), await bench.make(session)];
      await calls.delete({ type: "account", ref: { id: one.id, name: other.name } });
      ensure((await shown(calls, other)) !== undefined, "the object of the name was deleted");
      ensure((await shown(calls, one)) === undefined, "the object of the id is still there");
    },
  },
  {
    name: "get on a session that is closed ends with an error or the object, never as if it was not there",
    needs: ["create", "get"],
    async check(bench) {
      const made = await bench.make(await bench.open());
      const { session, calls } = await bench.begin();
      await bench.connector.definition.close?.(session);
      const found = await shown(calls, made).catch(() => made);
      ensure(found?.id === made.id, "it gives another object or none");
    },
  },
  {
    name: "disable and enable leave the attributes as they are",
    needs: ["create", "get", "update", "disable", "enable"],
    async check(bench) {
      // Some targets enable no account without a password.
      const subject = await bench.subject(bench.passwordIfAny);
      if (subject === undefined) return noAttribute;
      const { calls, attr, account } = subject;
      const [value] = subject.attribute.values;
      await calls.update({ type: "account", ref: account, deltas: [{ attr, replace: [value] }] });
      for (const name of ["disable", "enable"] as const) {
        await calls[name]({ account });
        const values = (await shown(calls, account))?.attributes[attr];
        ensure(inOrder(values) === String(value), `${attr} is ${values?.join()} after ${name}`);
      }
    },
  },
  {
    name: "a listing shows accounts that are disabled",
    needs: ["create", "disable", "list"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const account = await bench.make(session);
      await calls.disable({ account });
      const pages = await collect(calls.list({ type: "account", pageSize: 100 }));
      const isListed = pages.some(({ items }) => items.some(({ id }) => id === account.id));
      ensure(isListed, "the disabled account is missing");
    },
  },
  {
    name: "resetPassword leaves an account disabled",
    needs: ["create", "disable", "resetPassword", "verify"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const account = await bench.make(session, "account", bench.password("-1"));
      await calls.disable({ account });
      await calls.resetPassword({ account, password: bench.password("-2") });
      ensure((await tried(calls, account, bench.password("-2"))) !== "ok", "the disabled account opens");
    },
  },
];

function shown(calls: Calls, ref: ObjectRef) {
  return calls.get({ type: "account", ref });
}
