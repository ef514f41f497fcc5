import type { Bench } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about the names of objects. */
export const nameRules: readonly KitRule[] = [
  {
    name: "names that differ only in case are one name, unless schema says caseExact of name: for get as for create",
    needs: ["create", "get", "schema"],
    async check(bench) {
      const session = await bench.open();
      const account = (await bench.types(session)).find(({ type }) => type === "account");
      const caseExact = account?.attributes.find(({ name }) => name === "name")?.caseExact === true;
      const { id, name } = await bench.make(session);
      const other = name.toUpperCase();
      const found = await bench.operations.get(session, { type: "account", ref: { name: other } }, bench.call());
      const says = `schema says ${caseExact ? "" : "no "}caseExact of name`;
      ensure(
        (found?.id === id) !== caseExact,
        `get of ${other} gives ${found ? found.name : "nothing"}, and ${says}; the account is ${name}`,
      );
      if (caseExact) await makeBeside(bench, session, { id, other });
      else await bench.refusal(() => create(bench, session, other), "alreadyExists");
    },
  },
];

/** Makes an account beside one whose name differs in case only, unless the target has a rule against capital letters. */
async function makeBeside(bench: Bench, session: unknown, { id, other }: { id: string; other: string }): Promise<void> {
  const made = await create(bench, session, other).catch(
    async (error: unknown) => void (await bench.refusal(() => Promise.reject(error), "invalidValue", "policy")),
  );
  ensure(made?.id !== id, `create of ${other} gives the account that was there`);
}

async function create(bench: Bench, session: unknown, name: string) {
  const attributes = await bench.attributes(session, "account");
  return bench.keep(await bench.operations.create(session, { type: "account", name, attributes }, bench.call()));
}
