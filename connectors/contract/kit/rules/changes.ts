import type { ChangePage } from "../../listing.ts";
import type { Calls } from "../bench.ts";
import { collect, ensure, type KitRule } from "../rule.ts";

/** Rules about change feeds. */
export const changeRules: readonly KitRule[] = [
  {
    name: "a change feed without a token begins now: one page with a token and without changes",
    needs: ["changes", "create"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      await bench.make(session);
      const pages = await read(calls);
      const [page] = pages;
      ensure(
        page !== undefined && pages.length === 1 && !page.more,
        `it gives ${pages.length} pages, due was the only one`,
      );
      ensure(page.changes.length === 0, `it gives ${page.changes.length} changes from before`);
      ensure(page.token !== "", "the token is empty");
    },
  },
  {
    name: "a change feed shows what was made since its token, on another session, and its token moves",
    needs: ["changes", "create"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const before = await now(calls);
      const { id } = await bench.make(session);
      const pages = await read((await bench.begin()).calls, before);
      const made = pages
        .flatMap(({ changes }) => changes)
        .some((change) => change.kind === "upsert" && change.object.id === id);
      ensure(made, "the new object is missing");
      ensure(
        pages.every(({ token }) => token !== ""),
        "a page has no token",
      );
      ensure(pages.at(-1)?.token !== before, "the token does not move");
      ensure(
        pages.every(({ more }, index) => more === index < pages.length - 1),
        "more is not true up to the last page",
      );
    },
  },
  {
    name: "a change feed says whether it shows deletions, and shows them if it says so",
    needs: ["changes", "create", "delete"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const ref = await bench.make(session);
      const [first, token] = [(await read(calls))[0], await now(calls)];
      ensure(typeof first?.showsDeletions === "boolean", "showsDeletions is neither true nor false");
      await calls.delete({ type: "account", ref });
      const changes = (await read(calls, token)).flatMap((page) => page.changes);
      const alive = changes.some((change) => change.kind === "upsert" && change.object.id === ref.id);
      ensure(!alive, "the deleted object is shown as one that is there");
      const shown = changes.some((change) => change.kind === "delete" && change.id === ref.id);
      ensure(shown === first.showsDeletions, `the deletion is ${shown ? "" : "not "}shown`);
    },
  },
  {
    name: "a token of somebody else is refused with config",
    needs: ["changes"],
    async check(bench) {
      const { calls } = await bench.begin();
      await bench.refusal(() => read(calls, "not-a-token"), "config");
    },
  },
];

function read(calls: Calls, token?: string): Promise<ChangePage[]> {
  return collect(calls.changes({ type: "account", ...(token !== undefined && { token }) }));
}

async function now(calls: Calls): Promise<string> {
  return (await read(calls)).at(-1)?.token ?? "";
}
