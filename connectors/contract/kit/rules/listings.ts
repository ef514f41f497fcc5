import type { Page } from "../../listing.ts";
import type { Scalar, TargetObject } from "../../object.ts";
import type { Secret } from "../../secret.ts";
import { noAttribute } from "../attributes.ts";
import type { Bench } from "../bench.ts";
import { collect, ensure, ensureCancelled, inOrder, type KitRule } from "../rule.ts";

const pageSize = 3;
const objects = 7;
const manyAtOnce = 100;
// Larger than any page size limit of a target, so the target's own limit applies.
const moreThanPages = 10_000;

// Usual forms of a password hash: {SSHA}…, $6$…, SCRAM-SHA-256$…, *HEX.
const hash = /^(\{[A-Z0-9-]{3,}\}|\$[0-9a-z]{1,8}\$|SCRAM-SHA-|\*[0-9A-F]{40}$)/;

/** Rules about listings. */
export const listingRules: readonly KitRule[] = [
  {
    name: "a listing shows every object once, in pages no larger than asked",
    needs: ["create", "list"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const made = await makeSome(bench, session);
      const pages = await collect(calls.list({ type: "account", pageSize }));
      ensure(
        pages.every(({ items }) => items.length <= pageSize),
        "a page is larger than asked",
      );
      const ids = idsOf(pages);
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
      const { session, calls } = await bench.begin();
      await makeSome(bench, session);
      const pages = await collect(calls.list({ type: "account", pageSize }));
      const [first, second] = pages;
      if (first?.cursor === undefined) return "its pages carry no cursor";
      ensure(first.cursor !== second?.cursor, "the cursor does not move");
      const other = await bench.begin();
      const rest = await collect(other.calls.list({ type: "account", pageSize, after: first.cursor }));
      ensure(
        idsOf([first, ...rest])
          .toSorted()
          .join() === idsOf(pages).toSorted().join(),
        "the page and what follows its cursor are not the whole listing",
      );
    },
  },
  {
    name: "a cursor is no position: what goes before it makes nothing behind it go missing",
    needs: ["create", "delete", "list"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const made = await makeSome(bench, session);
      const isMade = (id: string) => made.some((object) => object.id === id);
      const before: string[] = [];
      const behind: string[] = [];
      let gone: string | undefined;
      let after: string | undefined;
      for await (const { items, cursor } of calls.list({ type: "account", pageSize })) {
        const ids = items.map(({ id }) => id);
        before.push(...ids);
        gone = ids.find(isMade);
        after = cursor;
        if (gone !== undefined) break;
      }
      if (gone === undefined || after === undefined) return "its pages carry no cursor";
      await calls.delete({ type: "account", ref: made.find(({ id }) => id === gone) ?? { name: "" } });
      try {
        const other = await bench.begin();
        behind.push(...idsOf(await collect(other.calls.list({ type: "account", pageSize, after }))));
      } catch (error) {
        await bench.refusal(() => Promise.reject(error), "conflict", "config", "broken");
        return undefined;
      }
      const missing = made.filter(({ id }) => !before.includes(id) && !behind.includes(id));
      ensure(
        missing.length === 0,
        `${missing.length} accounts are missing behind the cursor, for one before it has gone`,
      );
      return undefined;
    },
  },
  {
    name: "a listing in large pages shows the same objects as one in small pages",
    needs: ["create", "list"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      await makeSome(bench, session);
      const [small, large] = [
        idsOf(await collect(calls.list({ type: "account", pageSize: 2 }))),
        idsOf(await collect(calls.list({ type: "account", pageSize: moreThanPages }))),
      ];
      ensure(
        inOrder(small) === inOrder(large),
        `pages of 2 show ${small.length}, pages of ${moreThanPages} show ${large.length}`,
      );
    },
  },
  {
    name: "a cursor of somebody else is refused with config",
    needs: ["list"],
    async check(bench) {
      const { calls } = await bench.begin();
      const request = { type: "account", pageSize, after: "not-a-cursor" };
      await bench.refusal(() => collect(calls.list(request)), "config");
    },
  },
  {
    name: "a listing of a type the target does not have is refused",
    needs: ["list"],
    async check(bench) {
      const { calls } = await bench.begin();
      await bench.refusal(() => collect(calls.list({ type: "kit-no-such-type", pageSize })), "notSupported");
    },
  },
  {
    name: "every type that schema names can be listed",
    needs: ["list", "schema"],
    async check(bench) {
      const { calls } = await bench.begin();
      // A type that is offered but "not supported" would look like a type without objects.
      for (const { type } of await calls.schema())
        for await (const _page of calls.list({ type, pageSize: manyAtOnce })) break;
    },
  },
  {
    name: "a filter lists what fits and nothing else, or is refused with notSupported",
    needs: ["create", "list", "update"],
    async check(bench) {
      const subject = await bench.subject();
      if (subject === undefined) return noAttribute;
      const { session, calls, attr, account: one } = subject;
      const other = await bench.make(session);
      const [first] = subject.attribute.values;
      // Other accounts of the target may share a value that the author gave, or a number.
      const isShared = bench.samples.values !== undefined || typeof first !== "string";
      const value = isShared ? first : `${one.name}*(x)`;
      await calls.update({ type: "account", ref: one, deltas: [{ attr, replace: [value] }] });
      const filter = { op: "eq", attr, value } as const;
      const ids = await collect(calls.list({ type: "account", pageSize, filter })).then(
        idsOf,
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
      const { session, calls } = await bench.begin();
      const account = await bench.make(session);
      await calls.resetPassword({ account, password: bench.password() });
      const hidden = (await bench.types(session)).flatMap(({ attributes }) => attributes.filter((a) => a.writeOnly));
      const attributes = [
        "password",
        "userPassword",
        "unicodePwd",
        "passwordHash",
        "authentication_string",
        "rolpassword",
        ...hidden.map(({ name }) => name),
      ];
      const listed = [
        ...(await collect(calls.list({ type: "account", pageSize }))),
        ...(await collect(calls.list({ type: "account", pageSize, attributes }))),
      ];
      const got = await calls.get({ type: "account", ref: account, attributes });
      const seen = [...listed.flatMap(({ items }) => items), got];
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
      const { session, calls } = await bench.begin();
      const ref = await bench.make(session);
      const allowed = (await calls.schema()).find(({ type }) => type === "account")?.attributes ?? [];
      const shown = async (attributes?: readonly string[]) => {
        const part = { type: "account", ...(attributes && { attributes }) };
        const pages = await collect(calls.list({ ...part, pageSize: manyAtOnce }));
        const seen = [...pages.flatMap(({ items }) => items), await calls.get({ ...part, ref })];
        return seen.flatMap((object) => Object.keys(object?.attributes ?? {}));
      };
      const readable = allowed.filter(({ writeOnly }) => !writeOnly).map(({ name }) => name);
      const stranger = (await shown()).find((name) => !isOneOf(readable, name));
      ensure(stranger === undefined, `${stranger} is shown and schema does not name it`);
      // Attributes that the target itself sets, such as the DN of an entry, may always be returned.
      const wanted = allowed.filter(({ readOnly }, index) => readOnly || index === 0).map(({ name }) => name);
      const unasked = (await shown(wanted.slice(0, 1))).find((name) => !isOneOf(wanted, name));
      ensure(unasked === undefined, `${unasked} is shown although it was not asked for`);
    },
  },
  {
    name: "a listing gives a sign of life for every page, with its cursor where it has one",
    needs: ["create", "list"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      await makeSome(bench, session);
      bench.heartbeats.length = 0;
      const pages = await collect(calls.list({ type: "account", pageSize }));
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
      const { session, calls } = await bench.begin();
      const ids: string[] = [];
      try {
        for await (const { items } of calls.list({ type: "account", pageSize: 1 })) {
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
      await ensureCancelled(bench, (call) => bench.operations.list(session, { type: "account", pageSize: 1 }, call));
    },
  },
];

async function makeSome(bench: Bench, session: unknown): Promise<TargetObject[]> {
  const made: TargetObject[] = [];
  while (made.length < objects) made.push(await bench.make(session));
  return made;
}

function idsOf(pages: readonly Page<TargetObject>[]): string[] {
  return pages.flatMap(({ items }) => items.map(({ id }) => id));
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.some((candidate) => candidate.toLowerCase() === name.toLowerCase());
}

function isPassword(value: Scalar, password: Secret): boolean {
  const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
  return hash.test(text) || password.use((plaintext) => text.includes(plaintext));
}
