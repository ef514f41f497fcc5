import { randomUUID } from "node:crypto";

import { noAttribute } from "../attributes.ts";
import type { Bench } from "../bench.ts";
import { ensure, inOrder, type KitRule } from "../rule.ts";

const absent = (bench: Bench) => ({ name: bench.name("absent") });

/** Rules about creating, reading and deleting objects. */
export const objectRules: readonly KitRule[] = [
  {
    name: "create returns the object with an id, and get shows it by id and by name",
    needs: ["create", "get"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const made = await bench.make(session);
      ensure(made.id !== "" && made.type === "account", "the object has no id or another type");
      const byId = await calls.get({ type: "account", ref: { id: made.id, name: "a-stale-name" } });
      const byName = await calls.get({ type: "account", ref: { name: made.name } });
      ensure(byId?.name === made.name, "get by id with a stale name does not find the object");
      ensure(byName?.id === made.id, "get by name finds another object or none");
    },
  },
  {
    name: "create stores the attributes it is given",
    needs: ["create", "get"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const attribute = await bench.attribute(session);
      if (attribute === undefined) return noAttribute;
      const { name, multi } = attribute;
      const values = attribute.values.slice(0, multi ? 2 : 1);
      const ref = await bench.create(session, { attributes: { [name]: values } });
      const shown = (await calls.get({ type: "account", ref }))?.attributes[name];
      ensure(inOrder(shown) === inOrder(values), `${name} is ${shown?.join()}, due was ${values.join()}`);
      return undefined;
    },
  },
  {
    name: "create of a taken name is refused with alreadyExists",
    needs: ["create"],
    async check(bench) {
      const session = await bench.open();
      const { name } = await bench.make(session);
      await bench.refusal(() => bench.create(session, { name }), "alreadyExists");
    },
  },
  {
    name: "a create that is sent again makes no second object, and createdBy names its operation",
    needs: ["create", "get"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const operationId = randomUUID();
      const name = bench.name();
      const made = await bench.create(session, { name }, bench.call({ operationId }));
      const again = await bench.create(session, { name }, bench.call({ operationId, sends: 2 })).then(
        ({ id }) => id,
        async (error: unknown) => void (await bench.refusal(() => Promise.reject(error), "alreadyExists")),
      );
      ensure(again === undefined || again === made.id, "a second object was made");
      const found = await calls.get({ type: "account", ref: made });
      const { createdBy = operationId } = found ?? {};
      ensure(createdBy === operationId, `createdBy is ${createdBy}, the operation was ${operationId}`);
    },
  },
  {
    name: "create with an attribute the target does not know is refused with invalidValue and makes nothing",
    needs: ["create", "get"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const name = bench.name();
      const attributes = { kitUnknownAttribute: ["x"] };
      await bench.refusal(() => bench.create(session, { name, attributes }), "invalidValue");
      ensure((await calls.get({ type: "account", ref: { name } })) === undefined, "the object was made");
    },
  },
  {
    name: "get of an absent object gives undefined",
    needs: ["get"],
    async check(bench) {
      const { calls } = await bench.begin();
      ensure((await calls.get({ type: "account", ref: absent(bench) })) === undefined, "it gives an object");
    },
  },
  {
    name: "delete removes the object, and deleting it again succeeds",
    needs: ["create", "get", "delete"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const ref = await bench.make(session);
      await calls.delete({ type: "account", ref });
      ensure((await calls.get({ type: "account", ref })) === undefined, "the object is still there");
      await calls.delete({ type: "account", ref });
      await calls.delete({ type: "account", ref: absent(bench) });
    },
  },
  {
    name: "a name with the target's own special characters is one name",
    needs: ["create", "get", "delete"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const name = `${bench.name()}${bench.samples.specialCharacters ?? ` o'(x)*+"é`}`;
      const made = await bench.create(session, { name });
      const found = await calls.get({ type: "account", ref: { name } });
      ensure(found?.id === made.id && found.name === name, `it is found as ${found?.name}`);
    },
  },
];
