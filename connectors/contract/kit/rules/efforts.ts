import type { Bench, Calls } from "../bench.ts";
import type { KitLine } from "../line.ts";
import { collect, ensure, type KitRule } from "../rule.ts";

const pageSize = 100;
const more = 6;
// Allowance for a further page, a look at a catalog, or parts of one answer that arrive one after the other.
const growthMax = 3;
const requestsPerGroupMax = 12;

/** Rules about the number of requests of a connector, counted by the kit on its line. */
export const effortRules: readonly KitRule[] = [
  {
    name: "a page of a listing takes as many requests whether it holds few objects or many",
    needs: ["create", "list"],
    async check(bench) {
      const over = await listener(bench);
      if (typeof over === "string") return over;
      const { calls, line } = over;
      const list = () => collect(calls.list({ type: "account", pageSize }));
      await list();
      const few = await requestsOf(line, list);
      const direct = await bench.open();
      for (let count = 0; count < more; count += 1) await bench.make(direct);
      ensureGrowth(few, await requestsOf(line, list), `${more} accounts more`);
      return undefined;
    },
  },
  {
    name: "the members of a group take few requests, and as many whether they are few or many",
    needs: ["create", "members", "addMember"],
    async check(bench) {
      const over = await listener(bench);
      if (typeof over === "string") return over;
      const { calls, line } = over;
      const direct = await bench.begin();
      const group = await bench.make(direct.session, "group");
      const join = async () => direct.calls.addMember({ group, member: await bench.make(direct.session) });
      const members = () => collect(calls.members({ group, pageSize }));
      await join();
      await members();
      const few = await requestsOf(line, members);
      ensure(few <= requestsPerGroupMax, `one member takes ${few} requests, and a discovery asks so for each group`);
      for (let count = 0; count < more; count += 1) await join();
      ensureGrowth(few, await requestsOf(line, members), `${more} members more`);
      return undefined;
    },
  },
];

async function listener(bench: Bench): Promise<{ readonly calls: Calls; readonly line: KitLine } | string> {
  const line = await bench.line();
  if (typeof line === "string") return line;
  return { calls: bench.on(await bench.open(undefined, line)), line };
}

async function requestsOf(line: KitLine, work: () => Promise<unknown>): Promise<number> {
  const before = line.asked();
  await work();
  return line.asked() - before;
}

function ensureGrowth(few: number, many: number, words: string): void {
  ensure(many - few <= growthMax, `${few} requests become ${many} with ${words}`);
}
