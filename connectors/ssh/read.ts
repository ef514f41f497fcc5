import {
  type Call,
  ConnectorError,
  type ListRequest,
  type OperationsPart,
  pagesByCursor,
  requireAccountOrGroup,
  requireFound,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { requireSuccess, runAll } from "./command.ts";
import { allAccounts, byId, findAccount, findGroupBeside, holds, noGroup, readRecords } from "./machine.ts";
import { findGroupAndMaker, isUnfinished } from "./makers.ts";
import type { Command } from "./marks.ts";
import { membersOf } from "./members.ts";
import { accountObject, attributeTypes, groupObject } from "./objects.ts";
import type { SshSession } from "./session.ts";

/** Operations that read. */
export const readOperations = {
  /** Returns the facts of the machine from os-release(5), uname(1) and its clock. */
  async serverInfo(session, { signal }) {
    const results = await runAll(session, selfQuestions, { signal });
    const [release = "", kernel = "", clock = ""] = selfQuestions.map(
      (question, index) => requireSuccess(question, results[index]).stdout,
    );
    const value = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, "m").exec(release)?.[1] ?? "";
    const skewMs = Number(clock) * 1_000 - Math.floor(Date.now() / 1_000) * 1_000;
    return {
      product: value("NAME") || "Linux",
      version: `${value("VERSION_ID")} (${kernel.trim()})`.trim(),
      ...(Number.isFinite(skewMs) && { clockSkewMs: skewMs }),
    };
  },
  /** Returns the attributes of accounts and groups, the same on every machine. */
  async schema() {
    const name = { name: "name", kind: "string", required: true, caseExact: true } as const;
    const password = { name: "password", kind: "string", writeOnly: true } as const;
    return [
      { type: "account", attributes: [name, password, ...attributeTypes.account] },
      { type: "group", attributes: [name, ...attributeTypes.group] },
    ];
  },
  /** Returns one object, or undefined. An account that the same operation has started to create but not completed counts as absent. */
  async get(session, { type, ref, attributes }, { signal, operation }) {
    if (requireAccountOrGroup(type, holds) === "account") {
      const account = await findAccount(session, ref, signal);
      if (account === undefined || isUnfinished(account, operation.id)) return undefined;
      return accountObject(account, Date.now(), attributes);
    }
    const group = await findGroupAndMaker(session, ref, signal);
    return group && groupObject(group.row, attributes, group.maker);
  },
  /**
   * Lists all objects of a type in the order of their ids, so every page can be resumed. All are read before the first page, and
   * groups include their members.
   */
  async *list(session, request, call) {
    const type = requireAccountOrGroup(request.type, holds);
    const after = placeOf(request.after);
    if (request.filter) throw new ConnectorError("notSupported", "A Linux machine evaluates no filters.");
    const { signal } = call;
    const all =
      type === "account"
        ? (await allAccounts(session, signal)).map((account) => accountObject(account, Date.now(), request.attributes))
        : await groupsWithMembers(session, request, signal);
    const rest = all.filter(({ id }) => Number(id) > after);
    for await (const { rows: items, cursor } of pagesOf(rest, request.pageSize, call))
      yield { items, cursor, total: all.length };
  },
  /** Lists the members of a group: those in its line and the accounts whose primary group it is. */
  async *members(session, request, call) {
    const after = placeOf(request.after);
    const { group, accounts } = requireFound(
      await findGroupBeside(session, request.group, call.signal),
      noGroup(request.group),
    );
    const all = (await membersOf(session, { groups: [group], accounts }, call.signal)).get(group.gid) ?? [];
    const rest = all.filter(({ id }) => Number(id) > after);
    for await (const { rows: items, cursor } of pagesOf(rest, request.pageSize, call)) yield { items, cursor };
  },
} satisfies OperationsPart<SshSession>;

const selfQuestions: readonly Command[] = [
  ["cat", "/etc/os-release"],
  ["uname", "-sr"],
  ["date", "+%s"],
];

async function groupsWithMembers(
  session: SshSession,
  { attributes }: ListRequest,
  signal: AbortSignal,
): Promise<TargetObject[]> {
  const records = await readRecords(session, signal);
  const groups = byId(records.groups);
  const members = await membersOf(session, { groups, accounts: records.accounts }, signal);
  return groups.map((group) => ({ ...groupObject(group, attributes), members: members.get(group.gid) ?? [] }));
}

function pagesOf<T extends { readonly id?: string }>(all: readonly T[], pageSize: number, call: Call) {
  let from = 0;
  const next = () => all.slice(from, (from += pageSize));
  return pagesByCursor({ pageSize }, next, ({ id }) => id ?? "", call);
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  if (!/^\d{1,10}$/.test(cursor)) throw new ConnectorError("config", "The cursor was not made by this connector.");
  return Number(cursor);
}
