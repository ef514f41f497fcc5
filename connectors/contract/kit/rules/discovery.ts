import type { TargetObject } from "../../object.ts";
import type { Bench, Calls } from "../bench.ts";
import { collect, ensure, type KitRule } from "../rule.ts";

const pageSize = 100;
// Types that a discovery stores; objects of other types stay on the target.
const discovered = ["group", "account"];

/** Rule about a whole discovery, as a proxy runs it. */
export const discoveryRules: readonly KitRule[] = [
  {
    name: "a discovery lists the groups and accounts that schema has, each whole and of its type, and the members of each group",
    needs: ["list"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const made = await makeOneEach(bench, session);
      await calls.serverInfo();
      const found: TargetObject[] = [];
      for (const type of await typesOf(bench, session)) {
        for await (const { items } of calls.list({ type, pageSize })) {
          for (const object of items) await checkObject(bench, calls, type, object);
          found.push(...items);
        }
      }
      const missing = made.find(({ id, type }) => !found.some((object) => object.type === type && object.id === id));
      ensure(missing === undefined, `the ${missing?.type} ${missing?.name} is not listed`);
    },
  },
];

/** Returns the discovered types of the schema; both for a connector without a schema. */
async function typesOf(bench: Bench, session: unknown): Promise<readonly string[]> {
  if (!bench.connector.capabilities.includes("schema")) return discovered;
  const types = (await bench.types(session)).map(({ type }) => type);
  return discovered.filter((type) => types.includes(type));
}

async function makeOneEach(bench: Bench, session: unknown): Promise<TargetObject[]> {
  if (!bench.connector.capabilities.includes("create")) return [];
  const made: TargetObject[] = [];
  // A target whose groups take no members may not allow new groups either.
  const fixed = bench.connector.capabilities.includes("addMember") ? [] : ["group"];
  for (const type of (await typesOf(bench, session)).filter((name) => !fixed.includes(name)))
    made.push(await bench.make(session, type as "account" | "group"));
  return made;
}

async function checkObject(bench: Bench, calls: Calls, type: string, object: TargetObject): Promise<void> {
  const { id, name, attributes } = object;
  ensure(
    object.type === type,
    `${name} is listed among the objects of the type ${type} and is of the type ${object.type}`,
  );
  ensure(typeof id === "string" && id !== "", `a listed ${type} has no id`);
  ensure(typeof name === "string" && name !== "", `the listed ${type} ${id} has no name`);
  for (const [attribute, values] of Object.entries(attributes))
    ensure(Array.isArray(values) && values.length > 0, `${attribute} of ${name} is no list of values`);
  if (type !== "group" || !bench.connector.capabilities.includes("members")) return;
  for (const { items } of await collect(calls.members({ group: { id, name, attributes }, pageSize })))
    for (const member of items) ensure(member.name !== "", `a member of ${name} has no name`);
}
