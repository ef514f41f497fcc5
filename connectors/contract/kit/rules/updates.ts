import type { ObjectRef, Scalar } from "../../object.ts";
import type { Delta } from "../../requests.ts";
import { noAttribute, type Values } from "../attributes.ts";
import type { Bench, Subject } from "../bench.ts";
import { ensure, inOrder, type KitRule } from "../rule.ts";
import { ensureSettled, settled } from "../settled.ts";
import { tried } from "./passwords.ts";

const othersMax = 3;

type Step = Omit<Delta, "attr">;

/** Rules about changes of attributes. */
export const updateRules: readonly KitRule[] = [
  {
    name: "update replaces, adds and removes values, and a repeat of it succeeds",
    needs: ["create", "get", "update"],
    async check(bench) {
      const subject = await bench.subject();
      if (subject === undefined) return noAttribute;
      const { attr, attribute } = subject;
      const { values: given } = attribute;
      const unset = await shown(subject);
      for (const [step, due] of attribute.multi ? stepsOfMany(given) : stepsOfOne(given)) {
        if (due.length === 0 && attribute.required) continue;
        await change(subject, step);
        const values = await shown(subject);
        const is = `after ${wordsOf(step)} ${attr} is ${values?.join() ?? "absent"}`;
        if (due.length > 0) ensure(inOrder(values) === inOrder(due), `${is}, due was ${due.join()}`);
        // A default of a new account, such as a limit of 0, does not count as a given value.
        else ensure(isUnset(values, unset), `${is}: an attribute without a value is not absent`);
      }
      return undefined;
    },
  },
  {
    name: "update of an absent object is refused with notFound",
    needs: ["create", "update"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const { name: attr, values } = (await bench.attribute(session)) ?? { name: "description", values: ["one"] };
      const ref = { name: bench.name("absent") };
      const request = { type: "account", ref, deltas: [{ attr, replace: values.slice(0, 1) }] };
      await bench.refusal(() => calls.update(request), "notFound");
    },
  },
  {
    name: "an id alone decides which object is changed, though its name is stale",
    needs: ["create", "get", "update"],
    async check(bench) {
      const subject = await bench.subject();
      if (subject === undefined) return noAttribute;
      const { session, calls, attr, account: one } = subject;
      const other = await bench.make(session);
      const ref = { id: one.id, name: other.name, attributes: other.attributes };
      const [value] = subject.attribute.values;
      await calls.update({ type: "account", ref, deltas: [{ attr, replace: [value] }] });
      ensure((await shown(subject))?.includes(value) === true, "the object of the id was not changed");
      ensure((await shown(subject, other))?.includes(value) !== true, "the object of the name was changed");
      return undefined;
    },
  },
  {
    name: "several changes of one update are made together or not at all",
    needs: ["create", "get", "update"],
    async check(bench) {
      const subject = await bench.subject();
      if (subject === undefined) return noAttribute;
      const { calls, attr, account: ref } = subject;
      const before = inOrder(await shown(subject));
      const deltas = [
        { attr, replace: [subject.attribute.values[0]] },
        { attr: "kitUnknownAttribute", replace: ["x"] },
      ];
      await bench.refusal(() => calls.update({ type: "account", ref, deltas }), "invalidValue");
      const after = inOrder(await shown(subject));
      ensure(after === before, `${attr} is ${after}, though the update was refused`);
      return undefined;
    },
  },
  {
    name: "update leaves the password as it is",
    needs: ["create", "update", "verify"],
    async check(bench) {
      const subject = await bench.subject(bench.password());
      if (subject === undefined) return noAttribute;
      await change(subject, { replace: [subject.attribute.values[0]] });
      const opens = (await tried(subject.calls, subject.account, bench.password())) === "ok";
      ensure(opens, "the password does not open the account any more");
      return undefined;
    },
  },
  {
    name: "update leaves the other attributes and the state of an account as they are",
    needs: ["create", "get", "update"],
    async check(bench) {
      const subject = await bench.subject();
      if (subject === undefined) return noAttribute;
      const { calls, attr, account: ref } = subject;
      await fillOthers(bench, subject);
      if (bench.offers("disable")) await calls.disable({ account: ref });
      const before = await settled(bench, subject, ref, [attr]);
      await change(subject, { replace: [subject.attribute.values[0]] });
      ensureSettled(before, await settled(bench, subject, ref, [attr]), `though ${attr} alone was changed`);
      return undefined;
    },
  },
  {
    name: "what the target says beside its answer reaches notice",
    needs: ["create", "update"],
    sample: "noticed",
    async check(bench) {
      const { session, calls } = await bench.begin();
      const { attribute: attr = "", value = "" } = bench.samples.noticed ?? {};
      const ref = await bench.make(session);
      bench.noticed.length = 0;
      await calls.update({ type: "account", ref, deltas: [{ attr, replace: [value] }] });
      ensure(
        bench.noticed.some((words) => words.trim() !== ""),
        "nothing has reached notice",
      );
    },
  },
];

/** Returns the steps with their expected results for a multi-valued attribute. */
function stepsOfMany([a, b, c]: Values): readonly (readonly [Step, readonly Scalar[]])[] {
  const [add, take] = [{ add: [c] }, { remove: [a] }];
  return [
    [{ replace: [a, b] }, [a, b]],
    [add, [a, b, c]],
    [take, [b, c]],
    [add, [b, c]],
    [take, [b, c]],
    [{ replace: [] }, []],
  ];
}

/** Returns the steps for a single-valued attribute. A second value is never added, because targets treat that differently. */
function stepsOfOne([a, b, c]: Values): readonly (readonly [Step, readonly Scalar[]])[] {
  return [
    [{ replace: [a] }, [a]],
    [{ replace: [b] }, [b]],
    [{ replace: [b] }, [b]],
    [{ add: [b] }, [b]],
    [{ remove: [a] }, [b]],
    [{ remove: [b] }, []],
    [{ remove: [b] }, []],
    [{ add: [c] }, [c]],
    [{ replace: [] }, []],
  ];
}

function wordsOf(step: Step): string {
  return Object.entries(step)
    .map(([how, values]) => `${how} ${values.length === 0 ? "by nothing" : values.join()}`)
    .join();
}

async function change({ calls, attr, account: ref }: Subject, step: Step): Promise<void> {
  await calls.update({ type: "account", ref, deltas: [{ attr, ...step }] });
}

async function shown(
  { calls, attr, account }: Subject,
  ref: ObjectRef = account,
): Promise<readonly Scalar[] | undefined> {
  return (await calls.get({ type: "account", ref }))?.attributes[attr];
}

function isUnset(values: readonly Scalar[] | undefined, unset: readonly Scalar[] | undefined): boolean {
  return values === undefined || (values.length > 0 && inOrder(values) === inOrder(unset));
}

/** Sets a few further attributes, as far as the target accepts the kit's values: all at once, otherwise one after the other. */
async function fillOthers(bench: Bench, { session, calls, attr, account: ref }: Subject): Promise<void> {
  const others = (await bench.plainAttributes(session)).filter(({ name, required }) => name !== attr && !required);
  const deltas = others.slice(0, othersMax).map(({ name, values }) => ({ attr: name, replace: [values[1]] }));
  const fill = (some: readonly Delta[]) => calls.update({ type: "account", ref, deltas: some });
  await fill(deltas).catch(async () => {
    for (const delta of deltas) await fill([delta]).catch(() => {});
  });
}
