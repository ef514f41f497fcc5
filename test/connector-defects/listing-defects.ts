import type { ConnectorError, Member, ObjectType, TargetObject } from "#connectors/contract/index.ts";

import { type Defect, flawed, good, type Ready } from "./defect.ts";
import { find, reach, type Session } from "./directory.ts";

const everyOnce = "a listing shows every object once, in pages no larger than asked";
const [cut, cutBefore] = [
  "a listing whose connection is cut under it ends with an error or whole, never short",
  "a listing or members on a session whose connection was cut end with an error, never as if there was nothing",
];
const large = "a listing in large pages shows the same objects as one in small pages";
const memberships = "addMember and removeMember may be repeated, and members shows the result";
const memberPages = "members come in pages no larger than asked, and a cursor of theirs works on another session";
const membersAtOnce =
  "members that another session has added or removed are seen at once, and each of them can be removed";
const [listingEffort, memberEffort] = [
  "a page of a listing takes as many requests whether it holds few objects or many",
  "the members of a group take few requests, and as many whether they are few or many",
];

/** Returns all existing objects of a type, whatever the request. */
async function everything(session: Session, type: string, call: Parameters<Ready["list"]>[2]): Promise<TargetObject[]> {
  const all: TargetObject[] = [];
  for await (const { items } of good.list(session, { type, pageSize: 1_000 }, call)) all.push(...items);
  return all;
}

const serverPageMax = 4;
const schemas = new WeakMap<Session, readonly ObjectType[]>();
const listed = new WeakMap<Session, Map<string, TargetObject[]>>();
const seenMembers = new WeakMap<Session, readonly Member[]>();

/** Defects of listings, of members, and of the memory of a session. */
export const listingDefects: readonly Defect[] = [
  {
    flaw: "its cursor is a position",
    rule: "a cursor is no position: what goes before it makes nothing behind it go missing",
    definition: flawed({
      async *list(session, { type, pageSize, after, filter, ...request }, call) {
        if (filter || after === "not-a-cursor")
          yield* good.list(session, { type, pageSize, ...(filter && { filter }), ...(after && { after }) }, call);
        for (let from = Number(after ?? 0); ; from += pageSize) {
          call.signal.throwIfAborted();
          const all: TargetObject[] = [];
          for await (const { items } of good.list(session, { ...request, type, pageSize: 1_000 }, call))
            all.push(...items);
          const items = all.slice(from, from + pageSize);
          if (items.length === 0) return;
          const cursor = String(from + pageSize);
          yield { items, cursor };
          call.heartbeat({ after: cursor });
        }
      },
    }),
  },
  {
    flaw: "its listing takes a page that is smaller than asked for the last one, and the target has a bound of its own",
    rule: large,
    definition: flawed({
      async *list(session, { pageSize, ...request }, call) {
        for await (const page of good.list(
          session,
          { ...request, pageSize: Math.min(pageSize, serverPageMax) },
          call,
        )) {
          yield page;
          if (page.items.length < pageSize) return;
        }
      },
    }),
  },
  {
    flaw: "its listing ends where as many objects have come as there were at a count before the accounts were made",
    rule: everyOnce,
    also: ["a cursor works on another session and moves", large],
    definition: flawed({
      async *list(...call) {
        let done = 0;
        for await (const page of good.list(...call)) {
          yield page;
          done += page.items.length;
          if (done >= 6) return;
        }
      },
    }),
  },
  {
    flaw: "each page of its listing begins with the last object of the one before",
    rule: everyOnce,
    also: ["a cursor works on another session and moves", large],
    definition: flawed({
      async *list(...call) {
        let last: TargetObject | undefined;
        for await (const { items, ...page } of good.list(...call)) {
          yield { ...page, items: last && items.length > 1 ? [last, ...items.slice(1)] : items };
          last = items.at(-1);
        }
      },
    }),
  },
  {
    flaw: "its listing takes a connection that breaks for the end",
    rule: cut,
    definition: flawed({
      async *list(...call) {
        let pages = 0;
        try {
          for await (const page of good.list(...call)) {
            pages += 1;
            yield page;
          }
        } catch (error) {
          if (pages === 0 || (error as ConnectorError).code !== "unreachable") throw error;
        }
      },
    }),
  },
  {
    flaw: "its members are none where the target is away",
    rule: cutBefore,
    definition: flawed({
      async *members(...call) {
        try {
          yield* good.members(...call);
        } catch (error) {
          if ((error as ConnectorError).code !== "unreachable") throw error;
        }
      },
    }),
  },
  {
    flaw: "its listing asks for each object",
    rule: listingEffort,
    definition: flawed({
      async *list(session, request, call) {
        for await (const { items, ...page } of good.list(session, request, call)) {
          const whole: TargetObject[] = [];
          for (const ref of items) {
            const { type } = request;
            const attributes = request.attributes && { attributes: request.attributes };
            whole.push((await good.get(session, { type, ref, ...attributes }, call)) ?? ref);
          }
          yield { ...page, items: whole };
        }
      },
    }),
  },
  {
    flaw: "its members ask for each member",
    rule: memberEffort,
    definition: flawed({
      async *members(session, request, call) {
        for await (const page of good.members(session, request, call)) {
          for (const ref of page.items) await good.get(session, { type: "account", ref }, call);
          yield page;
        }
      },
    }),
  },
  {
    flaw: "its members read all that is there for each group",
    rule: memberEffort,
    definition: flawed({
      async *members(session, request, call) {
        for (let count = 0; count < 20; count += 1) await everything(session, "group", call);
        yield* good.members(session, request, call);
      },
    }),
  },
  {
    flaw: "its members show two and say that this is all",
    rule: memberPages,
    also: ["a cancelled listing of members ends with an error, never with a short list", memberships, membersAtOnce],
    definition: flawed({
      async *members(session, request, call) {
        for await (const page of good.members(session, request, call)) {
          yield page;
          return;
        }
      },
    }),
  },
  {
    flaw: "its listing gives other members with a group than members",
    rule: "members that a listing gives with a group are those that members tells",
    definition: flawed({
      async *list(...call) {
        for await (const { items, ...page } of good.list(...call))
          yield {
            ...page,
            items: items.map((one) => ({ ...one, ...(one.members && { members: one.members.slice(0, 2) }) })),
          };
      },
    }),
  },
  {
    flaw: "its removeMember looks at the first page of members and sends nothing for one that is not there",
    rule: membersAtOnce,
    definition: flawed({
      async removeMember(session, request, call) {
        for await (const { items } of good.members(session, { group: request.group, pageSize: 3 }, call)) {
          if (items.some(({ id }) => id === request.member.id)) await good.removeMember(session, request, call);
          return;
        }
      },
    }),
  },
  {
    flaw: "its removeMember remembers who was a member when the session looked",
    rule: membersAtOnce,
    definition: flawed({
      async *members(session, request, call) {
        const all: Member[] = [];
        for await (const page of good.members(session, request, call)) {
          all.push(...page.items);
          if (!seenMembers.has(session)) seenMembers.set(session, all);
          yield page;
        }
        if (!seenMembers.has(session)) seenMembers.set(session, all);
      },
      async removeMember(session, request, call) {
        const seen = seenMembers.get(session);
        if (seen !== undefined && !seen.some(({ id }) => id === request.member.id)) return;
        await good.removeMember(session, request, call);
      },
    }),
  },
  {
    flaw: "its catalogue changes while a session is open",
    rule: "schema says the same each time and on each session, and no name twice",
    also: [
      "a discovery lists the groups and accounts that schema has, each whole and of its type, and the members of each group",
    ],
    definition: flawed({
      async schema(session, call) {
        const types = await good.schema(session, call);
        const before = schemas.get(session);
        schemas.set(session, types);
        return before === undefined ? types : types.filter(({ type }) => type === "account");
      },
    }),
  },
  {
    flaw: "its listing is the one that the session has read first",
    rule: "what another session has made, changed or deleted is seen at once by one that has looked before",
    definition: flawed({
      async *list(session, request, call) {
        if (request.filter || request.after || request.attributes || request.type !== "account")
          return yield* good.list(session, request, call);
        const known = listed.get(session) ?? new Map<string, TargetObject[]>();
        const all = known.get(request.type) ?? (await everything(session, request.type, call));
        listed.set(session, known.set(request.type, all));
        reach(session);
        const items = all.filter(({ id }) => find(session, request.type, { id, name: "" }));
        for await (const page of good.list(session, request, call)) {
          const shown = page.items.filter(({ id }) => items.some((one) => one.id === id));
          yield { ...page, items: shown };
        }
      },
    }),
  },
];
