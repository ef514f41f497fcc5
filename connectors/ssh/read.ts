import {
  type Call,
  ConnectorError,
  type OperationsPart,
  pagesByCursor,
  requireAccountOrGroup,
} from "#connectors/contract/index.ts";

import { run } from "./command.ts";
import { allAccounts, allGroups, findAccount, findGroup, holds, requireGroup } from "./machine.ts";
import { accountObject, attributeTypes, groupObject } from "./objects.ts";
import type { SshSession } from "./session.ts";

/** The operations that read. */
export const readOperations = {
  /** What the machine tells about itself: os-release(5), uname(1) and its clock. */
  async serverInfo(session, { signal }) {
    const [release, kernel, clock] = await Promise.all([
      run(session, ["cat", "/etc/os-release"], { signal }),
      run(session, ["uname", "-sr"], { signal }),
      run(session, ["date", "+%s"], { signal }),
    ]);
    const value = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, "m").exec(release.stdout)?.[1] ?? "";
    return {
      product: value("NAME") || "Linux",
      version: `${value("VERSION_ID")} (${kernel.stdout.trim()})`.trim(),
      clockSkewMs: Number(clock.stdout) * 1_000 - Math.floor(Date.now() / 1_000) * 1_000,
    };
  },
  /** The attributes of accounts and groups, the same on every machine. */
  async schema() {
    const name = { name: "name", kind: "string", required: true, caseExact: true } as const;
    const password = { name: "password", kind: "string", writeOnly: true } as const;
    return [
      { type: "account", attributes: [name, password, ...attributeTypes.account] },
      { type: "group", attributes: [name, ...attributeTypes.group] },
    ];
  },
  /** One object or undefined. */
  async get(session, { type, ref, attributes }, { signal }) {
    if (requireAccountOrGroup(type, holds) === "account") {
      const account = await findAccount(session, ref, signal);
      return account && accountObject(account, Date.now(), attributes);
    }
    const group = await findGroup(session, ref, signal);
    return group && groupObject(group, attributes);
  },
  /** All objects of a type in the order of their ids, so that every page is a place to go on; they are read as a whole before the first page. */
  async *list(session, request, call) {
    const type = requireAccountOrGroup(request.type, holds);
    const after = placeOf(request.after);
    if (request.filter) throw new ConnectorError("notSupported", "A Linux machine evaluates no filters.");
    const { signal } = call;
    const all =
      type === "account"
        ? (await allAccounts(session, signal)).map((account) => accountObject(account, Date.now(), request.attributes))
        : (await allGroups(session, signal)).map((group) => groupObject(group, request.attributes));
    const rest = all.filter(({ id }) => Number(id) > after);
    for await (const { rows: items, cursor } of pagesOf(rest, request.pageSize, call))
      yield { items, cursor, total: all.length };
  },
  /** The members of a group: those in its line and the accounts whose primary group it is. */
  async *members(session, request, call) {
    const after = placeOf(request.after);
    const group = await requireGroup(session, request.group, call.signal);
    const all = (await allAccounts(session, call.signal))
      .filter(({ passwd }) => passwd.gid === group.gid || group.members.includes(passwd.name))
      .map(({ passwd }) => ({ type: "account", id: String(passwd.uid), name: passwd.name }));
    const rest = all.filter(({ id }) => Number(id) > after);
    for await (const { rows: items, cursor } of pagesOf(rest, request.pageSize, call)) yield { items, cursor };
  },
} satisfies OperationsPart<SshSession>;

function pagesOf<T extends { readonly id: string }>(all: readonly T[], pageSize: number, call: Call) {
  let from = 0;
  const next = () => all.slice(from, (from += pageSize));
  return pagesByCursor({ pageSize }, next, ({ id }) => id, call);
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  if (!/^\d{1,10}$/.test(cursor)) throw new ConnectorError("config", "The cursor was not made by this connector.");
  return Number(cursor);
}
