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
];

/** Makes an account beside one whose name differs in case only, unless the target has a rule against capital letters. */
async function makeBeside(bench: Bench, session: unknown, { id, other }: { id: string; other: string }): Promise<void> {
  const made = await bench
    .create(session, { name: other })
    .catch(async (error: unknown) => void (await bench.refusal(() => Promise.reject(error), "invalidValue", "policy")));
  ensure(made?.id !== id, `create of ${other} gives the account that was there`);
}
