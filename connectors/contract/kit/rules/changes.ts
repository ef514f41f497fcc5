import type { ChangePage } from "../../listing.ts";
import type { Bench } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about change feeds. */
export const changeRules: readonly KitRule[] = [
  {
    name: "a change feed without a token begins now: one page with a token and without changes",
    needs: ["changes", "create"],
    async check(bench) {
      const session = await bench.open();
      await bench.make(session);
      const pages = await read(bench, session);
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
      const session = await bench.open();
      const before = await now(bench, session);
      const { id } = await bench.make(session);
      const pages = await read(bench, await bench.open(), before);
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
      const session = await bench.open();
      const ref = await bench.make(session);
      const [first, token] = [(await read(bench, session))[0], await now(bench, session)];
      ensure(typeof first?.showsDeletions === "boolean", "showsDeletions is neither true nor false");
      await bench.operations.delete(session, { type: "account", ref }, bench.call());
      const changes = (await read(bench, session, token)).flatMap((page) => page.changes);
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
      const session = await bench.open();
      await bench.refusal(() => read(bench, session, "not-a-token"), "config");
    },
  },
];

async function read(bench: Bench, session: unknown, token?: string): Promise<ChangePage[]> {
  const pages: ChangePage[] = [];
  const request = { type: "account", ...(token !== undefined && { token }) };
  for await (const page of bench.operations.changes(session, request, bench.call())) pages.push(page);
  return pages;
}

async function now(bench: Bench, session: unknown): Promise<string> {
  return (await read(bench, session)).at(-1)?.token ?? "";
}
