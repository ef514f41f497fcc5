import type { ListRequest, Page } from "../../listing.ts";
import type { Scalar, TargetObject } from "../../object.ts";
import type { Secret } from "../../secret.ts";
import type { Bench } from "../bench.ts";
import { ensure, type KitRule, noAttribute } from "../rule.ts";

const pageSize = 3;
const objects = 7;
const manyAtOnce = 100;

// How the usual systems write the hash of a password: {SSHA}…, $6$…, SCRAM-SHA-256$…, *HEX.
const hash = /^(\{[A-Z0-9-]{3,}\}|\$[0-9a-z]{1,8}\$|SCRAM-SHA-|\*[0-9A-F]{40}$)/;

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
    name: "every type that schema names can be listed",
    needs: ["list", "schema"],
    async check(bench) {
      const session = await bench.open();
      // A type that is offered and then "not supported" would look like a type without objects.
      for (const { type } of await bench.types(session)) {
        for await (const _page of bench.operations.list(session, { type, pageSize: manyAtOnce }, bench.call())) break;
      }
    },
  },
  {
    name: "a filter lists what fits and nothing else, or is refused with notSupported",
    needs: ["create", "list", "update"],
    async check(bench) {
      const subject = await bench.subject();
      if (subject === undefined) return noAttribute;
      const { session, attr, account: one } = subject;
      const other = await bench.make(session);
      // Other accounts of the target may have a value that its author gives.
      const isShared = bench.samples.values !== undefined;
      const value = bench.samples.values?.[0] ?? `${one.name}*(x)`;
      const deltas = [{ attr, replace: [value] }];
      await bench.operations.update(session, { type: "account", ref: one, deltas }, bench.call());
      const listing = all(bench, session, {
        type: "account",
        pageSize,
        filter: { op: "eq", attr, value },
      });
      const ids = await listing.then(
        (pages) => pages.flatMap(({ items }) => items.map(({ id }) => id)),
        async (error: unknown) => void (await bench.refusal(() => Promise.reject(error), "notSupported")),
      );
      if (ids !== undefined)
        ensure(
          ids.includes(one.id) && !ids.includes(other.id) && (isShared || ids.length === 1),
          `the filter gives ${ids.length} objects`,
        );
    },
  },
  {
    name: "no listing and no get carries a password or its hash",
    needs: ["create", "list", "get", "resetPassword"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session);
      await bench.operations.resetPassword(session, { account, password: bench.password() }, bench.call());
      const hidden = (await bench.types(session)).flatMap(({ attributes }) => attributes.filter((a) => a.writeOnly));
      const wanted = [
        ...["password", "userPassword", "unicodePwd", "passwordHash", "authentication_string", "rolpassword"],
        ...hidden.map(({ name }) => name),
      ];
      const seen = [
        ...(await all(bench, session, { type: "account", pageSize })).flatMap(({ items }) => items),
        ...(await all(bench, session, { type: "account", pageSize, attributes: wanted })).flatMap(({ items }) => items),
        await bench.operations.get(session, { type: "account", ref: account, attributes: wanted }, bench.call()),
      ];
      const shown = seen.flatMap((object) => Object.entries(object?.attributes ?? {}));
      const [bad] =
        shown.find(
          ([name, values]) =>
            /^(user)?password$|passwordhash|unicodepwd|pwdhistory|authentication_string/i.test(name) ||
            values.some((value) => isPassword(value, bench.password())),
        ) ?? [];
      ensure(bad === undefined, `the attribute ${bad} is shown`);
    },
  },
  {
    name: "no attribute is shown that schema does not name, or that was not asked for",
    needs: ["create", "get", "list", "schema"],
    async check(bench) {
      const session = await bench.open();
      const ref = await bench.make(session);
      const allowed = (await bench.types(session)).find(({ type }) => type === "account")?.attributes ?? [];
      const shown = async (attributes?: readonly string[]) => {
        const part = { type: "account", ...(attributes && { attributes }) };
        const listed = (await all(bench, session, { ...part, pageSize: manyAtOnce })).flatMap(({ items }) => items);
        const got = await bench.operations.get(session, { ...part, ref }, bench.call());
        return [...listed, got].flatMap((object) => Object.keys(object?.attributes ?? {}));
      };
      const readable = allowed.filter(({ writeOnly }) => !writeOnly).map(({ name }) => name);
      const stranger = (await shown()).find((name) => !isOneOf(readable, name));
      ensure(stranger === undefined, `${stranger} is shown and schema does not name it`);
      // What the target itself sets, as the DN of an entry, may always come along.
      const wanted = allowed.filter(({ readOnly }, index) => readOnly || index === 0).map(({ name }) => name);
      const unasked = (await shown(wanted.slice(0, 1))).find((name) => !isOneOf(wanted, name));
      ensure(unasked === undefined, `${unasked} is shown although it was not asked for`);
    },
  },
  {
    name: "a listing gives a sign of life for every page, with its cursor where it has one",
    needs: ["create", "list"],
    async check(bench) {
      const session = await bench.open();
      await makeSome(bench, session);
      bench.heartbeats.length = 0;
      const pages = await all(bench, session, { type: "account", pageSize });
      const due = pages.length - 1;
      ensure(bench.heartbeats.length >= due, `${bench.heartbeats.length} signs of life for ${pages.length} pages`);
      const told = bench.heartbeats.filter((detail) => detail?.after !== undefined);
      ensure(pages[0]?.cursor === undefined || told.length >= due, "the sign of life does not carry the cursor");
    },
  },
  {
    name: "a listing whose session is closed under it ends with an error or whole, never short",
    needs: ["create", "list"],
    async check(bench) {
      const { definition } = bench.connector;
      if (definition.close === undefined) return "its sessions cannot be closed";
      const made = await makeSome(bench, await bench.open());
      const session = await bench.open();
      const ids: string[] = [];
      try {
        for await (const { items } of bench.operations.list(session, { type: "account", pageSize: 1 }, bench.call())) {
          ids.push(...items.map(({ id }) => id));
          if (items.length > 0) await definition.close(session);
        }
      } catch {
        return undefined;
      }
      const missing = made.filter(({ id }) => !ids.includes(id)).length;
      ensure(missing === 0, `it came to a clean end with ${missing} objects missing`);
      return undefined;
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

function isOneOf(names: readonly string[], name: string): boolean {
  return names.some((candidate) => candidate.toLowerCase() === name.toLowerCase());
}

function isPassword(value: Scalar, password: Secret): boolean {
  const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
  return hash.test(text) || password.use((plaintext) => text.includes(plaintext));
}
