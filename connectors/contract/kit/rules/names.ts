import type { Bench } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about the names of objects. */
export const nameRules: readonly KitRule[] = [
  {
    name: "names that differ only in case are one name, unless schema says caseExact of name: for get as for create",
    needs: ["create", "get", "schema"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const account = (await calls.schema()).find(({ type }) => type === "account");
      const caseExact = account?.attributes.find(({ name }) => name === "name")?.caseExact === true;
      const { id, name } = await bench.make(session);
      const other = name.toUpperCase();
      const found = await calls.get({ type: "account", ref: { name: other } });
      const says = `schema says ${caseExact ? "" : "no "}caseExact of name`;
      ensure(
        (found?.id === id) !== caseExact,
        `get of ${other} gives ${found ? found.name : "nothing"}, and ${says}; the account is ${name}`,
      );
      if (caseExact) await makeBeside(bench, session, { id, other });
      else await bench.refusal(() => bench.create(session, { name: other }), "alreadyExists");
    },
  },
  {
    name: "a name means the object that has exactly this name: a part of it, a longer one and a pattern mean nobody",
    needs: ["create", "get", "delete"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      for (const type of await typesToMake(bench, session)) {
        const made = await bench.make(session, type);
        for (const name of likeNames(made.name)) {
          const found = await unlessRefused(bench, calls.get({ type, ref: { name } }));
          ensure(found === undefined, `get of ${name} gives the ${type} ${found?.name}`);
          await unlessRefused(bench, calls.delete({ type, ref: { name } }));
        }
        const left = await calls.get({ type, ref: made });
        ensure(left?.id === made.id, `the ${type} ${made.name} was deleted by a name that is not its own`);
      }
    },
  },
];

/** Returns the types of the objects that a rule makes; groups only if members can be added to them. */
async function typesToMake(bench: Bench, session: unknown): Promise<readonly ("account" | "group")[]> {
  const types = await bench.types(session);
  const hasGroups = types.length === 0 || types.some(({ type }) => type === "group");
  return hasGroups && bench.offers("addMember") ? ["account", "group"] : ["account"];
}

/** Returns names that a search by prefix, substring or pattern would confuse with a name. */
function likeNames(name: string): string[] {
  const short = name.slice(0, -1);
  return [short, name.slice(1), `${name}x`, ...["*", "%", "_", "?", "."].map((sign) => `${short}${sign}`)];
}

/** Returns the result of a call, or undefined if the target refuses the name, which then belongs to no object. */
async function unlessRefused<T>(bench: Bench, work: Promise<T>): Promise<T | undefined> {
  return work.catch(async (error: unknown) => {
    await bench.refusal(() => Promise.reject(error), "invalidValue", "policy", "notFound");
    return undefined;
  });
}

/**
 * Tries to make an account whose name differs from an existing one in case only; the target may refuse such names. Throws if the
 * call returns the existing account.
 */
async function makeBeside(bench: Bench, session: unknown, { id, other }: { id: string; other: string }): Promise<void> {
  const made = await bench
    .create(session, { name: other })
    .catch(async (error: unknown) => void (await bench.refusal(() => Promise.reject(error), "invalidValue", "policy")));
  ensure(made?.id !== id, `create of ${other} gives the account that was there`);
}
