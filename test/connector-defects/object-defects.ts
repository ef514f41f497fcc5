import {
  type AnyDefinition,
  type Attributes,
  ConnectorError,
  type ObjectRef,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { type Defect, flawed, good, type Ready } from "./defect.ts";
import { bytesName, type Entry, find, reach, type Session, show, textNames } from "./directory.ts";
import { narrow } from "./narrow.ts";

const narrowGood = narrow.definition.operations as Ready;
const narrowed = (operations: Partial<Ready>): Partial<AnyDefinition> => ({
  operations: { ...narrowGood, ...operations },
});

const [updating, renaming, elsewhere, exactNames, refusedCreate] = [
  "update replaces, adds and removes values, and a repeat of it succeeds",
  "a new name changes the name alone: attributes, state, password and memberships stay, and the old name is nobody's",
  "update leaves the other attributes and the state of an account as they are",
  "a name means the object that has exactly this name: a part of it, a longer one and a pattern mean nobody",
  "a create that is refused for a value or for the password makes nothing",
];
const fresh = "what another session has made, changed or deleted is seen at once by one that has looked before";
const noticing = "what the target says beside its answer reaches notice";

/** Returns a search for objects that is looser than by name. */
function findLike(fits: (wanted: string, name: string) => boolean): Ready["get"] {
  return async (session, request, call) => {
    const found = await good.get(session, request, call);
    if (found !== undefined || request.ref.id !== undefined) return found;
    const entries = [...reach(session).entries.values()].filter(({ type }) => type === request.type);
    const like = entries.find(({ name }) => fits(request.ref.name, name));
    return like && show(session, like, request.attributes);
  };
}

/** Returns an operation that deletes the object found by another search than the directory's. */
function deleteLike(get: Ready["get"]): Ready["delete"] {
  return async (session, request, call) => {
    const ref = await get(session, request, call);
    if (ref !== undefined) await good.delete(session, { ...request, ref }, call);
  };
}

const byBeginning = findLike((wanted, name) => name.startsWith(wanted));
const byPattern = findLike((wanted, name) => wanted.endsWith("*") && name.startsWith(wanted.slice(0, -1)));

function entryOf(session: Session, ref: ObjectRef): Entry | undefined {
  return find(session, "account", ref);
}

function withEnd(found: TargetObject, passwordExpiresAt: string): TargetObject {
  return found.type === "account" ? { ...found, state: { ...found.state, passwordExpiresAt } } : found;
}

function without(attributes: Attributes, left: string): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== left));
}

/** Defects of creating, finding and changing objects. */
export const objectDefects: readonly Defect[] = [
  {
    flaw: "its update changes nothing where an attribute has one value",
    rule: updating,
    also: [
      "an id alone decides which object is changed, though its name is stale",
      "disable and enable leave the attributes as they are",
      fresh,
      noticing,
    ],
    of: narrow,
    definition: narrowed({
      update: (session, { deltas, ...request }, call) =>
        narrowGood.update(
          session,
          { ...request, deltas: deltas.filter(({ attr }) => !textNames.includes(attr)) },
          call,
        ),
    }),
  },
  {
    flaw: "its create drops an attribute of one value",
    rule: "create stores the attributes it is given",
    of: narrow,
    definition: narrowed({
      create: (session, { attributes, ...request }, call) =>
        narrowGood.create(session, { ...request, attributes: without(attributes, "displayName") }, call),
    }),
  },
  {
    flaw: "its update takes a value for one to be removed, whatever it is, where there is one value",
    rule: updating,
    of: narrow,
    definition: narrowed({
      update: (session, { deltas, ...request }, call) =>
        narrowGood.update(
          session,
          { ...request, deltas: deltas.map((one) => (one.remove ? { attr: one.attr, replace: [] } : one)) },
          call,
        ),
    }),
  },
  {
    flaw: "its create sets the attributes after the object was made, and leaves it when one is refused",
    rule: refusedCreate,
    definition: flawed({
      async create(session, { attributes, ...request }, call) {
        const stranger = Object.keys(attributes).find((name) => name === "kitUnknownAttribute");
        if (stranger !== undefined) throw new ConnectorError("invalidValue", `There is no attribute "${stranger}".`);
        const made = await good.create(session, { ...request, attributes: {} }, call);
        const deltas = Object.entries(attributes).map(([attr, replace]) => ({ attr, replace }));
        await good.update(session, { type: request.type, ref: made, deltas }, call);
        return { ...made, attributes };
      },
    }),
  },
  {
    flaw: "its create sets the password after the object was made, and leaves it when the password is weak",
    rule: refusedCreate,
    definition: flawed({
      async create(session, { password, ...request }, call) {
        const made = await good.create(session, request, call);
        if (password) await good.resetPassword(session, { account: made, password }, call);
        return made;
      },
    }),
  },
  {
    flaw: "its create that is sent again takes whatever has the name for its own",
    rule: "a create of a name that another operation has taken is refused with alreadyExists, however often it is sent",
    definition: flawed({
      async create(session, request, call) {
        const ref = { name: request.name };
        const found = call.operation.sends > 1 ? await good.get(session, { type: request.type, ref }, call) : undefined;
        return found ?? good.create(session, request, call);
      },
    }),
  },
  {
    flaw: "its enable makes an account that is not there",
    rule: "changes of the state of an absent account are refused with notFound, and make none",
    definition: flawed({
      async enable(session, request, call) {
        const { name } = request.account;
        if (!entryOf(session, request.account))
          await good.create(session, { type: "account", name, attributes: {} }, call);
        await good.enable(session, { account: { name } }, call);
      },
    }),
  },
  {
    flaw: "its unlock says that it has unlocked an account that is not there",
    rule: "changes of the state of an absent account are refused with notFound, and make none",
    definition: flawed({
      unlock: async (session, request, call) =>
        good.unlock(session, request, call).catch((error: ConnectorError) => {
          if (error.code !== "notFound") throw error;
        }),
    }),
  },
  {
    flaw: "its get finds an account whose name begins so",
    rule: exactNames,
    definition: flawed({ get: byBeginning }),
  },
  {
    flaw: "its delete deletes the account that a pattern finds",
    rule: exactNames,
    definition: flawed({ delete: deleteLike(byPattern) }),
  },
  {
    flaw: "its update writes an attribute anew that nobody asked for",
    rule: elsewhere,
    also: [renaming],
    definition: flawed({
      async update(session, request, call) {
        const entry = entryOf(session, request.ref);
        if (entry)
          entry.attributes = {
            ...entry.attributes,
            mail: request.deltas.some(({ attr }) => attr === "mail") ? (entry.attributes["mail"] ?? []) : [],
          };
        return good.update(session, request, call);
      },
    }),
  },
  {
    flaw: "its update enables the account",
    rule: elsewhere,
    definition: flawed({
      async update(session, request, call) {
        if (request.type === "account") await good.enable(session, { account: request.ref }, call);
        return good.update(session, request, call);
      },
    }),
  },
  {
    flaw: "its rename loses an attribute",
    rule: renaming,
    definition: flawed({
      async update(session, request, call) {
        const entry = entryOf(session, request.ref);
        if (entry && request.deltas.some(({ attr }) => attr === "name")) entry.attributes = {};
        return good.update(session, request, call);
      },
    }),
  },
  {
    flaw: "its rename makes a new account and deletes the old one, which ends its memberships",
    rule: renaming,
    definition: flawed({
      async update(session, request, call) {
        const ref = await good.update(session, request, call);
        const groups = [...reach(session).entries.values()].filter(({ type }) => type === "group");
        if (request.deltas.some(({ attr }) => attr === "name"))
          for (const { members } of groups) members.delete(ref.id ?? "");
        return ref;
      },
    }),
  },
  {
    flaw: "its update answers with the name from before",
    rule: renaming,
    definition: flawed({
      async update(session, request, call) {
        const before = entryOf(session, request.ref)?.name ?? "";
        return { ...(await good.update(session, request, call)), name: before };
      },
    }),
  },
  {
    flaw: "it swallows what the target says beside its answer",
    rule: noticing,
    definition: flawed({
      update: (session, request, call) => good.update(session, request, { ...call, notice: () => {} }),
    }),
  },
  {
    flaw: "it shows a number as text",
    rule: "numbers, truth values and bytes come back as they were written",
    definition: flawed({
      get: shownWith(({ shoeSize, ...others }) => ({ ...others, ...(shoeSize && { shoeSize: shoeSize.map(String) }) })),
    }),
  },
  {
    flaw: "it shows bytes as text where they happen to be one",
    rule: "numbers, truth values and bytes come back as they were written",
    definition: flawed({
      get: shownWith((attributes) => {
        const bytes = attributes[bytesName]?.[0];
        const text = bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : "";
        return text === "" || text.includes("\uFFFD") ? attributes : { ...attributes, [bytesName]: [text] };
      }),
    }),
  },
  {
    flaw: "its listing shows a number as text",
    also: [
      "a listing tells of an account what get tells of it",
      "no attribute is shown that schema does not name, or that was not asked for",
    ],
    rule: "a value is of the kind that schema tells: a number no text, and bytes always in the same form",
    definition: flawed({
      async *list(...call) {
        for await (const { items, ...page } of good.list(...call))
          yield {
            ...page,
            items: items.map((one) => ({ ...one, attributes: { ...one.attributes, shoeSize: ["42"] } })),
          };
      },
    }),
  },
  {
    flaw: "its listing shows an account as it was made, and get as it is",
    rule: "a listing tells of an account what get tells of it",
    definition: flawed({
      async *list(...call) {
        for await (const { items, ...page } of good.list(...call))
          yield {
            ...page,
            items: items.map((one) => ({ ...one, attributes: without(one.attributes, "displayName") })),
          };
      },
    }),
  },
  {
    flaw: "it tells the end of a password in words of its own",
    rule: "ends are told as times in UTC, and the end of a password with a new one is not before now",
    definition: flawed({
      get: async (...call) => {
        const found = await good.get(...call);
        return found && withEnd(found, "in 30 days");
      },
      async *list(...call) {
        for await (const { items, ...page } of good.list(...call))
          yield { ...page, items: items.map((one) => withEnd(one, "in 30 days")) };
      },
    }),
  },
  {
    flaw: "it calls each account enabled, whatever the target says",
    rule: "a state is told as it is or not at all, by get and by a listing",
    definition: flawed({
      get: async (...call) => {
        const found = await good.get(...call);
        return found && { ...found, ...(found.type === "account" && { state: { ...found.state, enabled: true } }) };
      },
      async *list(...call) {
        for await (const { items, ...page } of good.list(...call))
          yield {
            ...page,
            items: items.map((one) => ({
              ...one,
              ...(one.type === "account" && { state: { ...one.state, enabled: true } }),
            })),
          };
      },
    }),
  },
  {
    flaw: "it calls an account locked for ever",
    rule: "a lock is told as it is or not at all, by get and by a listing",
    definition: flawed({
      get: async (session, request, call) => {
        const found = await good.get(session, request, call);
        if (found?.state?.locked) lockedOnce.add(found.id);
        return found && lockedOnce.has(found.id) ? { ...found, state: { ...found.state, locked: true } } : found;
      },
    }),
  },
  {
    flaw: "its get finds what is new at the second look only",
    rule: fresh,
    definition: flawed({
      async get(session, request, call) {
        const found = await good.get(session, request, call);
        const missed = looks.get(session) ?? new Set();
        looks.set(session, missed);
        if (found === undefined) missed.add(request.ref.name);
        const isNew = found !== undefined && missed.delete(request.ref.name);
        return isNew ? undefined : found;
      },
    }),
  },
];
const lockedOnce = new Set<string>();
const looks = new WeakMap<Session, Set<string>>();

function shownWith(change: (attributes: Attributes) => Attributes): Ready["get"] {
  return async (...call) => {
    const found = await good.get(...call);
    return found && { ...found, attributes: change(found.attributes) };
  };
}
