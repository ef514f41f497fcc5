import { setTimeout as sleep } from "node:timers/promises";

import type Database from "better-sqlite3";
import { z } from "zod";

import {
  type Call,
  ConnectorError,
  type CreateRequest,
  defineConnector,
  isConnectorCode,
  type ObjectRef,
  type TargetObject,
  type UpdateRequest,
} from "#connectors/contract/index.ts";

import {
  type Fault,
  faultHash,
  type FaultRow,
  isHeld,
  nextFault,
  openFaultDirectory,
  toFaultObject,
} from "./fault-directory.ts";

const holdLookMs = 20;

interface FaultSession {
  readonly database: Database.Database;
  /** True if a second create of a name is refused; a target that accepts it shows every duplicate call. */
  readonly unique: boolean;
}

interface Step {
  readonly capability: string;
  readonly name: string;
  readonly call: Call;
}

/**
 * The deterministic fault connector: a small directory in a file that fails by its schedule (`planFaults`) and counts what it really did.
 */
export default defineConnector({
  id: "fault",
  version: "1.0.0",
  title: "Fault connector for tests",
  sdk: 1,
  address: z.strictObject({ file: z.string().min(1), unique: z.boolean().default(true) }),
  concurrency: { perTarget: 8 },
  async open({ options }): Promise<FaultSession> {
    return { database: openFaultDirectory(options.file), unique: options.unique };
  },
  async close({ database }: FaultSession) {
    database.close();
  },
  operations: {
    async serverInfo() {
      return { product: "Fault directory" };
    },
    async get(session: FaultSession, { type, ref }, call) {
      return faulty(session, { capability: "get", name: ref.name, call }, () => maybe(find(session, type, ref)));
    },
    async *list(session: FaultSession, { type, pageSize, after = "0" }, call) {
      await faulty(session, { capability: "list", name: type, call }, () => undefined);
      const { database } = session;
      const select = database.prepare("SELECT * FROM objects WHERE type = ? AND id > ? ORDER BY id LIMIT ?");
      for (let last = Number(after); ;) {
        const rows = await faulty(
          session,
          { capability: "page", name: type, call },
          () => select.all(type, last, pageSize) as FaultRow[],
        );
        did(session, { capability: "read", name: `${type} ${rows.length}`, call });
        last = rows.at(-1)?.id ?? last;
        yield { items: rows.map(toTarget), cursor: String(last) };
        if (rows.length < pageSize) return;
      }
    },
    async *members(session: FaultSession, { group }, call) {
      const members = await faulty(session, { capability: "members", name: group.name, call }, () =>
        session.database
          .prepare(
            "SELECT o.* FROM memberships m JOIN objects o ON o.id = m.accountId WHERE m.groupId = ? ORDER BY o.id",
          )
          .all(demand(session, "group", group).id),
      );
      yield { items: (members as FaultRow[]).map(({ id, name }) => ({ type: "account", id: String(id), name })) };
    },
    create: (session: FaultSession, request, call) =>
      faulty(session, { capability: "create", name: request.name, call }, () => create(session, request, call)),
    update: (session: FaultSession, request, call) =>
      faulty(session, { capability: "update", name: request.ref.name, call }, () => update(session, request, call)),
    async delete(session: FaultSession, { type, ref }, call) {
      await faulty(session, { capability: "delete", name: ref.name, call }, () => {
        const row = find(session, type, ref);
        if (row === undefined) return;
        session.database.prepare("DELETE FROM objects WHERE id = ?").run(row.id);
        did(session, { capability: "delete", name: row.name, call });
      });
    },
    enable: (session: FaultSession, { account }, call) =>
      faulty(session, { capability: "enable", name: account.name, call }, () => setEnabled(session, account, 1, call)),
    disable: (session: FaultSession, { account }, call) =>
      faulty(session, { capability: "disable", name: account.name, call }, () => setEnabled(session, account, 0, call)),
    async adminVerify(session: FaultSession, { account, password }, call) {
      const hash = await faulty(session, { capability: "adminVerify", name: account.name, call }, () =>
        session.database
          .prepare("SELECT password FROM objects WHERE id = ?")
          .pluck()
          .get(demand(session, "account", account).id),
      );
      return hash === password.use(faultHash) ? { ok: true } : { ok: false, reason: "invalid" };
    },
    async resetPassword(session: FaultSession, { account, password }, call) {
      await faulty(session, { capability: "resetPassword", name: account.name, call }, () => {
        const row = demand(session, "account", account);
        // Like a directory with a history rule: the same password is refused the second time.
        const changed = session.database
          .prepare("UPDATE objects SET password = ? WHERE id = ? AND password IS NOT ?")
          .run(password.use(faultHash), row.id, password.use(faultHash));
        if (changed.changes === 0) throw new ConnectorError("strength", "Password is in history of old passwords");
        did(session, { capability: "resetPassword", name: row.name, call });
      });
    },
    async addMember(session: FaultSession, { group, member }, call) {
      await faulty(session, { capability: "addMember", name: member.name, call }, () => {
        const ids = [demand(session, "group", group).id, demand(session, "account", member).id];
        const added = session.database.prepare("INSERT OR IGNORE INTO memberships VALUES (?, ?)").run(...ids);
        if (added.changes > 0) did(session, { capability: "addMember", name: member.name, call });
      });
    },
    async removeMember(session: FaultSession, { group, member }, call) {
      await faulty(session, { capability: "removeMember", name: member.name, call }, () => {
        const ids = [demand(session, "group", group).id, find(session, "account", member)?.id ?? 0];
        const removed = session.database
          .prepare("DELETE FROM memberships WHERE groupId = ? AND accountId = ?")
          .run(...ids);
        if (removed.changes > 0) did(session, { capability: "removeMember", name: member.name, call });
      });
    },
    async addOwner(session: FaultSession, { group, member }, call) {
      await faulty(session, { capability: "addOwner", name: member.name, call }, () => {
        const ids = [demand(session, "group", group).id, demand(session, "account", member).id];
        const added = session.database.prepare("INSERT OR IGNORE INTO owners VALUES (?, ?)").run(...ids);
        if (added.changes > 0) did(session, { capability: "addOwner", name: member.name, call });
      });
    },
    async removeOwner(session: FaultSession, { group, member }, call) {
      await faulty(session, { capability: "removeOwner", name: member.name, call }, () => {
        const ids = [demand(session, "group", group).id, find(session, "account", member)?.id ?? 0];
        const removed = session.database.prepare("DELETE FROM owners WHERE groupId = ? AND accountId = ?").run(...ids);
        if (removed.changes > 0) did(session, { capability: "removeOwner", name: member.name, call });
      });
    },
  },
});

async function faulty<T>({ database }: FaultSession, { capability, name, call }: Step, act: () => T): Promise<T> {
  const fault = nextFault(database, capability, name);
  if (fault?.kind === "hold") while (isHeld(database)) await sleep(holdLookMs, undefined, { signal: call.signal });
  await before(fault, call);
  const result = database.transaction(act).immediate();
  if (fault?.kind === "duplicate") again(database, act);
  if (fault?.kind === "lostAnswer")
    throw new ConnectorError("broken", `The connection was lost before the answer to ${capability} of ${name} came.`);
  if (fault?.kind === "crash") process.kill(process.pid, "SIGKILL");
  return result;
}

async function before(fault: Fault | undefined, call: Call): Promise<void> {
  if (fault?.kind === "delay") await sleep(fault.ms, undefined, { signal: call.signal });
  if (fault?.kind === "crash" && fault.when === "before") process.kill(process.pid, "SIGKILL");
  if (fault?.kind === "error" && isConnectorCode(fault.code))
    throw new ConnectorError(fault.code, fault.message, {
      targetCode: "FAULT",
      ...(fault.retryAfterMs !== undefined && { retryAfterMs: fault.retryAfterMs }),
    });
}

function again(database: Database.Database, act: () => unknown): void {
  try {
    database.transaction(act).immediate();
  } catch {
    // The answer to the second delivery is dropped.
  }
}

function create(session: FaultSession, request: CreateRequest, call: Call): TargetObject {
  const { type, name, attributes, password } = request;
  if (session.unique && find(session, type, { name }) !== undefined)
    throw new ConnectorError("alreadyExists", `${name} is there already.`, { targetCode: "EXISTS" });
  const hash = password === undefined ? null : password.use(faultHash);
  const insert = session.database.prepare(
    "INSERT INTO objects (type, name, attributes, password, createdBy) VALUES (?, ?, ?, ?, ?)",
  );
  insert.run(type, name, JSON.stringify(attributes), hash, call.operation.id);
  did(session, { capability: "create", name, call });
  return toTarget(demand(session, type, { name }));
}

function update(session: FaultSession, { type, ref, deltas }: UpdateRequest, call: Call): ObjectRef {
  const row = demand(session, type, ref);
  const attributes = JSON.parse(row.attributes) as Record<string, readonly unknown[]>;
  for (const { attr, replace = [] } of deltas) attributes[attr] = replace;
  session.database.prepare("UPDATE objects SET attributes = ? WHERE id = ?").run(JSON.stringify(attributes), row.id);
  did(session, { capability: "update", name: row.name, call });
  return { id: String(row.id), name: row.name };
}

function setEnabled(session: FaultSession, account: ObjectRef, enabled: 0 | 1, call: Call): void {
  const row = demand(session, "account", account);
  session.database.prepare("UPDATE objects SET enabled = ? WHERE id = ?").run(enabled, row.id);
  did(session, { capability: enabled === 1 ? "enable" : "disable", name: row.name, call });
}

function did({ database }: FaultSession, { capability, name, call }: Step): void {
  database
    .prepare("INSERT INTO actions (capability, name, operationId, sends) VALUES (?, ?, ?, ?)")
    .run(capability, name, call.operation.id, call.operation.sends);
}

function find({ database }: FaultSession, type: string, ref: ObjectRef): FaultRow | undefined {
  const [column, value] = ref.id === undefined ? ["name", ref.name] : ["id", ref.id];
  return database.prepare(`SELECT * FROM objects WHERE type = ? AND ${column} = ? ORDER BY id`).get(type, value) as
    | FaultRow
    | undefined;
}

function demand(session: FaultSession, type: string, ref: ObjectRef): FaultRow {
  const row = find(session, type, ref);
  if (row === undefined) throw new ConnectorError("notFound", `There is no ${type} ${ref.name}.`);
  return row;
}

function maybe(row: FaultRow | undefined): TargetObject | undefined {
  return row && toTarget(row);
}

function toTarget(row: FaultRow): TargetObject {
  const { id, type, name, attributes, enabled, createdBy } = toFaultObject(row);
  return { id, type, name, attributes, createdBy, state: { enabled } };
}
