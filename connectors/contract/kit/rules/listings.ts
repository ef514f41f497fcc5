import type { ListRequest, Page } from "../../listing.ts";
import type { TargetObject } from "../../object.ts";
import type { Bench } from "../bench.ts";
import { ensure, type KitRule, noAttribute } from "../rule.ts";

const pageSize = 3;
const objects = 7;

/** Rules about listings. */
export const listingRules: readonly KitRule[] = [
  {
    name: "a listing shows every object once, in pages no larger than asked",
    needs: ["create", "list"],
    async check(bench) {
      const session = await bench.open();
      const made = await makeSome(bench, session);
      const pages = await all(bench, session, { type: "account", pageSize });
      ensure(
        pages.every(({ items }) => items.length <= pageSize),
        "a page is larger than asked",
      );
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
      ensure(new Set(ids).size === ids.length, "an object comes twice");
      ensure(
        made.every(({ id }) => ids.includes(id)),
        "an object is missing",
      );
    },
  },
  {
    name: "a cursor works on another session and moves",
    needs: ["create", "list"],
    async check(bench) {
      const session = await bench.open();
      await makeSome(bench, session);
      const pages = await all(bench, session, { type: "account", pageSize });
      const [first, second] = pages;
      if (first?.cursor === undefined) return "its pages carry no cursor";
      ensure(first.cursor !== second?.cursor, "the cursor does not move");
      const rest = await all(bench, await bench.open(), { type: "account", pageSize, after: first.cursor });
      const ids = [first, ...rest].flatMap(({ items }) => items.map(({ id }) => id));
      const whole = pages.flatMap(({ items }) => items.map(({ id }) => id));
      ensure(
        ids.toSorted().join() === whole.toSorted().join(),
        "the page and what follows its cursor are not the whole listing",
      );
    },
  },
  {
    name: "a cursor of somebody else is refused with config",
    needs: ["list"],
    async check(bench) {
      const session = await bench.open();
      await bench.refusal(() => all(bench, session, { type: "account", pageSize, after: "not-a-cursor" }), "config");
    },
  },
  {
    name: "a listing of a type the target does not have is refused",
    needs: ["list"],
    async check(bench) {
      const session = await bench.open();
      await bench.refusal(() => all(bench, session, { type: "kit-no-such-type", pageSize }), "notSupported");
    },
  },
  {
    name: "a filter lists what fits and nothing else, or is refused with notSupported",
    needs: ["create", "list", "update"],
    async check(bench) {
      const session = await bench.open();
      const attr = await bench.attribute(session);
      if (attr === undefined) return noAttribute;
      const [one, other] = [await bench.make(session), await bench.make(session)];
      await bench.operations.update(
        session,
        { type: "account", ref: one, deltas: [{ attr, replace: [`${one.name}*(x)`] }] },
        bench.call(),
      );
      const listing = all(bench, session, {
        type: "account",
        pageSize,
        filter: { op: "eq", attr, value: `${one.name}*(x)` },
      });
      const ids = await listing.then(
        (pages) => pages.flatMap(({ items }) => items.map(({ id }) => id)),
        async (error: unknown) => void (await bench.refusal(() => Promise.reject(error), "notSupported")),
      );
      if (ids !== undefined)
        ensure(ids.join() === one.id && !ids.includes(other.id), `the filter gives ${ids.length} objects`);
    },
  },
  {
    name: "no listing and no get carries a password or its hash",
    needs: ["create", "list", "get", "resetPassword"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session);
      await bench.operations.resetPassword(session, { account, password: bench.password() }, bench.call());
      const wanted = ["password", "userPassword", "unicodePwd", "passwordHash"];
      const seen = [
        ...(await all(bench, session, { type: "account", pageSize })).flatMap(({ items }) => items),
        ...(await all(bench, session, { type: "account", pageSize, attributes: wanted })).flatMap(({ items }) => items),
        await bench.operations.get(session, { type: "account", ref: account, attributes: wanted }, bench.call()),
      ];
      const bad = seen
        .flatMap((object) => Object.keys(object?.attributes ?? {}))
        .find((name) => /^(user)?password$|passwordhash|unicodepwd|pwdhistory/i.test(name));
      ensure(bad === undefined, `the attribute ${bad} is shown`);
    },
  },
  {
    name: "a cancelled listing ends with an error, never with a short list",
    needs: ["create", "list"],
    async check(bench) {
      const session = await bench.open();
      await makeSome(bench, session);
      const controller = new AbortController();
      const listing = bench.operations.list(
        session,
        { type: "account", pageSize: 1 },
        bench.call({ signal: controller.signal }),
      );
      let ended = false;
      try {
        for await (const _page of listing) controller.abort();
        ended = true;
      } catch {
        // Which error it is does not matter: the proxy knows that it cancelled.
      }
      ensure(!ended, "the listing came to a clean end");
    },
  },
];

async function makeSome(bench: Bench, session: unknown): Promise<TargetObject[]> {
  const made: TargetObject[] = [];
  while (made.length < objects) made.push(await bench.make(session));
  return made;
}

async function all(bench: Bench, session: unknown, request: ListRequest): Promise<Page<TargetObject>[]> {
  const pages: Page<TargetObject>[] = [];
  for await (const page of bench.operations.list(session, request, bench.call())) pages.push(page);
  return pages;
}
