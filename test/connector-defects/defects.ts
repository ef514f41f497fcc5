import { z } from "zod";

import { ConnectorError } from "#connectors/contract/index.ts";

import { type Defect, flawed, good, type Ready } from "./defect.ts";
import { find, groupsAttribute, type Session } from "./directory.ts";
import { connect, hangUp, healthy } from "./healthy.ts";

const password = "password" as const;
const deafMs = 3_000;
const renaming =
  "a new name changes the name alone: attributes, state, password and memberships stay, and the old name is nobody's";
const guards = healthy.definition.guardedAttributes ?? [];

/** Connectors with one planted defect each. */
export const defects: readonly Defect[] = [
  {
    flaw: "its serverInfo gives no product",
    rule: "serverInfo answers with the product",
    definition: flawed({ serverInfo: async (...call) => ({ ...(await good.serverInfo(...call)), product: "" }) }),
  },
  {
    flaw: "its schema offers a type that its listing does not support",
    rule: "every type that schema names can be listed",
    definition: flawed({
      schema: async (...call) => [...(await good.schema(...call)), { type: "role", attributes: [] }],
    }),
  },
  {
    flaw: "its address asks for a password",
    rule: "the address has a JSON Schema and no field for a secret",
    definition: {
      address: z.strictObject({
        url: z.string().regex(/^memory:\/\/[a-z0-9-]+$/),
        login: z.strictObject({ bindPassword: z.string() }).optional(),
      }),
    },
  },
  {
    flaw: "its address takes a login inside of the URL",
    rule: "an address with a login and password inside of a URL is refused",
    definition: { address: z.strictObject({ url: z.string().startsWith("memory://") }) },
  },
  {
    flaw: "a pattern of its address takes any case by a flag",
    rule: "the JSON Schema of the address takes what the address schema takes, in whatever spelling",
    definition: { address: z.strictObject({ url: z.string().regex(/^memory:\/\/[a-z0-9-]+$/i) }) },
  },
  {
    flaw: "it changes no password that must be changed",
    rule: "a password to be changed is changed with the current one, without anything else before, and then holds for good",
    definition: flawed({
      async changePassword(session, request, call) {
        const found = await good.get(session, { type: "account", ref: request.account }, call);
        if (found?.state?.passwordExpired) throw new ConnectorError("policy", "It has expired.");
        await good.changePassword(session, request, call);
      },
    }),
  },
  {
    flaw: "it refuses to delete what is not there",
    rule: "delete removes the object, and deleting it again succeeds",
    definition: flawed({
      async delete(session, request, call) {
        const found = await good.get(session, request, call);
        if (found === undefined) throw new ConnectorError("notFound", "It is not there.");
        await good.delete(session, request, call);
      },
    }),
  },
  {
    flaw: "it refuses to take a group from an owner twice",
    rule: "addOwner and removeOwner may be repeated, and an absent account owns nothing",
    definition: flawed({
      async removeOwner(session, request, call) {
        const id = find(session, request.member.type, request.member)?.id ?? "";
        if (find(session, "group", request.group)?.owners.has(id) === false)
          throw new ConnectorError("notFound", "It owns nothing.");
        await good.removeOwner(session, request, call);
      },
    }),
  },
  {
    flaw: "it refuses to add a member twice",
    rule: "addMember and removeMember may be repeated, and members shows the result",
    definition: flawed({
      async addMember(session, request, call) {
        for await (const { items } of good.members(session, { ...request, pageSize: 100 }, call)) {
          if (items.some(({ id }) => id === request.member.id))
            throw new ConnectorError("alreadyExists", "It is a member.");
        }
        await good.addMember(session, request, call);
      },
    }),
  },
  {
    flaw: "its cursor is known to the session that made it only",
    rule: "a cursor works on another session and moves",
    definition: flawed({
      async *list(session, request, call) {
        const cursors = (made.get(session) ?? made.set(session, new Set()).get(session)) as Set<string>;
        if (request.after !== undefined && !cursors.has(request.after))
          throw new ConnectorError("config", "No cursor of this session.");
        for await (const page of good.list(session, request, call)) {
          cursors.add(page.cursor ?? "");
          yield page;
        }
      },
    }),
  },
  {
    flaw: "it takes the end of the connection for the end of the listing",
    rule: "a listing whose session is closed under it ends with an error or whole, never short",
    definition: flawed({
      async *list(session, request, call) {
        try {
          yield* good.list(session, request, call);
        } catch (error) {
          if (session.open) throw error;
        }
      },
    }),
  },
  {
    flaw: "it ends a cancelled listing as if it were whole",
    rule: "a cancelled listing ends with an error, never with a short list",
    definition: flawed({
      async *list(session, request, call) {
        for await (const page of good.list(session, request, { ...call, signal: new AbortController().signal })) {
          if (call.signal.aborted) return;
          yield page;
        }
      },
    }),
  },
  {
    flaw: "it shows the hash of the password",
    rule: "no listing and no get carries a password or its hash",
    definition: flawed({
      schema: async (...call) =>
        (await good.schema(...call)).map((type) => ({
          ...type,
          attributes: [...type.attributes, { name: "proof", kind: "string", readOnly: true }],
        })),
      async get(...call) {
        const found = await good.get(...call);
        return found && { ...found, attributes: { ...found.attributes, proof: ["{SSHA}c2FsdGVkIGhhc2g="] } };
      },
    }),
  },
  {
    flaw: "its change feed begins with everything that is there",
    rule: "a change feed without a token begins now: one page with a token and without changes",
    definition: flawed({
      changes: (session, request, call) =>
        request.token === undefined ? everything(session, call) : good.changes(session, request, call),
    }),
  },
  {
    flaw: "its verify tries a refused password a second time",
    rule: "verify tries the password once, so that it counts once towards the lockout",
    definition: flawed({
      async verify(session, request, call) {
        const first = await good.verify(session, request, call);
        return first.ok || first.reason !== "invalid" ? first : good.verify(session, request, call);
      },
    }),
  },
  {
    flaw: "its errors repeat the password",
    rule: "no error and no log line carries a password",
    definition: flawed({
      async resetPassword(session, request, call) {
        await good.resetPassword(session, request, call).catch((error: unknown) => {
          const { code, message } = error as ConnectorError;
          const words = code === "notFound" ? `${message} SET ${password} = ${request.password.use(String)}` : message;
          throw new ConnectorError(code, words);
        });
      },
    }),
  },
  {
    flaw: "it calls a password wrong that must be changed",
    rule: "a password set with mustChange is found to hold, so that a repeat need not set it again",
    definition: flawed({
      async adminVerify(...call) {
        const answer = await good.adminVerify(...call);
        return answer.ok && answer.mustChange ? { ok: false, reason: "invalid" } : answer;
      },
    }),
  },
  {
    flaw: "it calls a closed session alive",
    rule: "a closed session may be closed again and is not alive",
    definition: { alive: () => true },
  },
  {
    flaw: "it deletes by the name, though an id is given",
    rule: "an id alone decides which object is deleted, though its name is stale",
    definition: flawed({
      delete: (session, { type, ref: { name } }, call) => good.delete(session, { type, ref: { name } }, call),
    }),
  },
  {
    flaw: "it says that nothing is there when its session is closed",
    rule: "get on a session that is closed ends with an error or the object, never as if it was not there",
    definition: flawed({ get: async (session, ...call) => (session.open ? good.get(session, ...call) : undefined) }),
  },
  {
    flaw: "it says that nothing is there when it cannot reach the target",
    rule: "get on a session whose connection was cut ends with an error, never as if the object was not there",
    definition: flawed({
      get: (...call) =>
        good.get(...call).catch((error: ConnectorError) => {
          if (error.code !== "unreachable") throw error;
          return undefined;
        }),
    }),
  },
  {
    flaw: "its serverInfo answers on a connection that is dead",
    rule: "serverInfo on a session whose connection was cut ends with an error",
    definition: flawed({ serverInfo: async () => ({ product: "Directory in memory" }) }),
  },
  {
    flaw: "its close leaves the connection open",
    rule: "sessions that are closed leave no connection behind",
    also: ["a session whose call was given up can be closed at once, and then leaves no connection behind"],
    definition: { close: async (session: Session) => void (session.open = false) },
  },
  {
    flaw: "it hangs up when the login succeeds only",
    rule: "a login that is refused leaves no connection behind",
    definition: {
      async open(context) {
        const connection = connect((context.options as { url: string }).url);
        const session: unknown = await healthy.definition.open(context);
        hangUp(connection);
        return session;
      },
    },
  },
  {
    flaw: "its verify does not hear its signal for three seconds",
    rule: "verify ends when its signal fires, also while the target says nothing",
    definition: flawed({
      verify: (session, request, call) =>
        good.verify(session, request, { ...call, signal: AbortSignal.timeout(deafMs) }),
    }),
  },
  {
    flaw: "its verify connects anew for each login",
    rule: "verify again on the same session opens no further connection, whether the password is right or wrong",
    definition: {
      ...flawed({
        async verify(session, request, call) {
          const url = urls.get(session);
          const connection = url === undefined ? session : connect(url);
          try {
            return await good.verify(session, request, call);
          } finally {
            if (connection !== session) hangUp(connection);
          }
        },
      }),
      async open(context) {
        const session = (await healthy.definition.open(context)) as Session;
        urls.set(session, (context.options as { url: string }).url);
        return session;
      },
    },
  },
  {
    flaw: "it finds names in any case, and says that case matters",
    rule: "names that differ only in case are one name, unless schema says caseExact of name: for get as for create",
    definition: flawed({
      async get(session, { ref, ...request }, call) {
        const found = await good.get(session, { ...request, ref }, call);
        return found ?? good.get(session, { ...request, ref: { ...ref, name: ref.name.toLowerCase() } }, call);
      },
    }),
  },
  {
    flaw: "it makes the changes of an update one by one",
    rule: "several changes of one update are made together or not at all",
    definition: flawed({
      async update(session, { deltas, ...request }, call) {
        for (const delta of deltas) await good.update(session, { ...request, deltas: [delta] }, call);
        return good.update(session, { ...request, deltas: [] }, call);
      },
    }),
  },
  {
    flaw: "its update throws the password away",
    rule: "update leaves the password as it is",
    also: [renaming],
    definition: flawed({
      async update(session, request, call) {
        const entry = find(session, request.type, request.ref);
        if (entry) entry.password = undefined;
        return good.update(session, request, call);
      },
    }),
  },
  {
    flaw: "its enable throws the attributes away",
    rule: "disable and enable leave the attributes as they are",
    definition: flawed({
      async enable(session, request, call) {
        const entry = find(session, "account", request.account);
        if (entry) entry.attributes = {};
        await good.enable(session, request, call);
      },
    }),
  },
  {
    flaw: "its listing leaves out disabled accounts",
    rule: "a listing shows accounts that are disabled",
    definition: flawed({
      async *list(...call) {
        for await (const { items, ...page } of good.list(...call))
          yield { ...page, items: items.filter(({ state }) => state?.enabled !== false) };
      },
    }),
  },
  {
    flaw: "its resetPassword enables the account",
    rule: "resetPassword leaves an account disabled",
    definition: flawed({
      async resetPassword(session, request, call) {
        await good.resetPassword(session, request, call);
        await good.enable(session, request, call);
      },
    }),
  },
  {
    flaw: "its runCommand answers with more than is wanted",
    rule: "runCommand answers with what the command wrote, up to what was wanted",
    definition: flawed({
      runCommand: (session, request, call) =>
        good.runCommand(session, { ...request, outputBytesMax: Number.MAX_SAFE_INTEGER }, call),
    }),
  },
  {
    flaw: "it guards an attribute that it has not",
    rule: "each guarded attribute is one that schema tells",
    definition: { guardedAttributes: [...guards, { name: "superuser", of: "account", effect: "rights" }] },
  },
  {
    flaw: "it guards none of its attributes",
    rule: "an attribute whose name speaks of rights, memberships or state is guarded",
    definition: { guardedAttributes: [] },
  },
  {
    flaw: "its attribute that names groups makes nobody a member",
    rule: "update of an attribute whose values name groups makes the account a member of them",
    definition: flawed({
      update: (session, { deltas, ...request }, call) =>
        good.update(session, { ...request, deltas: deltas.filter(({ attr }) => attr !== groupsAttribute) }, call),
    }),
  },
  {
    flaw: "its runCommand takes a refused login for a command that has failed",
    rule: "runCommand with a wrong password is refused with currentPassword, on an absent account with notFound",
    definition: flawed({
      runCommand: (session, request, call) =>
        good.runCommand(session, request, call).catch((error: ConnectorError) => {
          if (error.code !== "currentPassword") throw error;
          return { exitCode: 255, stdout: "", stderr: error.message, cut: false };
        }),
    }),
  },
];

const made = new WeakMap<Session, Set<string>>();

// The addresses at which sessions were opened.
const urls = new WeakMap<Session, string>();

async function* everything(session: Session, call: Parameters<Ready["changes"]>[2]): ReturnType<Ready["changes"]> {
  for await (const page of good.changes(session, { type: "account" }, call)) {
    for await (const { items } of good.list(session, { type: "account", pageSize: 100 }, call))
      yield { ...page, changes: items.map((object) => ({ kind: "upsert", object })) };
  }
}
