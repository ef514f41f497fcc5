import { z } from "zod";

import {
  type Connector,
  defineConnector,
  type ObjectRef,
  type Operations,
  type TargetObject,
} from "#connectors/contract/index.ts";

/** Objects of a target by their IDs; the test decides the answers of its operations. */
export type ToldObjects = Map<string, TargetObject>;

/** Returns a connector of a target in memory that does what it is asked, except for the operations that a test replaces. */
export function toldConnector(objects: ToldObjects, others: Partial<Operations<unknown>> = {}): Connector {
  const find = ({ id, name }: ObjectRef) =>
    id === undefined ? [...objects.values()].find((one) => one.name === name) : objects.get(id);
  const operations: Operations<unknown> = {
    serverInfo: async () => ({ product: "told" }),
    get: async (_session, { ref }) => find(ref),
    async create(_session, { type, name, attributes }) {
      const made = { id: `id-${objects.size + 1}`, type, name, attributes };
      objects.set(made.id, made);
      return made;
    },
    async update(_session, { ref, deltas }) {
      const known = find(ref);
      if (known === undefined) throw new Error("it is not there");
      const { name: names, ...attributes } = Object.fromEntries(
        deltas.map(({ attr, replace = [] }) => [attr, replace]),
      );
      const name = names === undefined ? known.name : String(names[0]);
      objects.set(known.id, { ...known, name, attributes: { ...known.attributes, ...attributes } });
      return { id: known.id, name };
    },
    ...others,
  };
  return defineConnector({
    id: "told",
    version: "1",
    title: "told",
    sdk: 1,
    address: z.strictObject({}),
    open: async () => ({}),
    operations,
  });
}
