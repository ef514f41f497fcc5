import {
  type Call,
  ConnectorError,
  type GetRequest,
  type ListRequest,
  type Member,
  type MembersRequest,
  type ObjectType,
  type Page,
  type ServerInfo,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { run } from "./command.ts";
import { allAccounts, allGroups, findAccount, findGroup, requireGroup, requireType } from "./machine.ts";
import { accountObject, attributeTypes, groupObject } from "./objects.ts";
import type { SshSession } from "./session.ts";

/** What the machine tells about itself: os-release(5), uname(1) and its clock. */
export async function serverInfo(session: SshSession, { signal }: Call): Promise<ServerInfo> {
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
}

/** The attributes of accounts and groups, the same on every machine. */
export async function schema(): Promise<readonly ObjectType[]> {
  const name = { name: "name", kind: "string", required: true, caseExact: true } as const;
  const password = { name: "password", kind: "string", writeOnly: true } as const;
  return [
    { type: "account", attributes: [name, password, ...attributeTypes.account] },
    { type: "group", attributes: [name, ...attributeTypes.group] },
  ];
}

/** One object or undefined. */
export async function get(
  session: SshSession,
  { type, ref, attributes }: GetRequest,
  { signal }: Call,
): Promise<TargetObject | undefined> {
  if (requireType(type) === "account") {
    const account = await findAccount(session, ref, signal);
    return account && accountObject(account, Date.now(), attributes);
  }
  const group = await findGroup(session, ref, signal);
  return group && groupObject(group, attributes);
}

/** All objects of a type in the order of their ids, so that every page is a place to go on; they are read as a whole before the first page. */
export async function* list(session: SshSession, request: ListRequest, call: Call): AsyncGenerator<Page<TargetObject>> {
  const type = requireType(request.type);
  const after = placeOf(request.after);
  if (request.filter) throw new ConnectorError("notSupported", "A Linux machine evaluates no filters.");
  const { signal } = call;
  const all =
    type === "account"
      ? (await allAccounts(session, signal)).map((account) => accountObject(account, Date.now(), request.attributes))
      : (await allGroups(session, signal)).map((group) => groupObject(group, request.attributes));
  const rest = all.filter(({ id }) => Number(id) > after);
  for await (const page of pagesOf(rest, request.pageSize, call)) yield { ...page, total: all.length };
}

/** The members of a group: those in its line and the accounts whose primary group it is. */
export async function* members(session: SshSession, request: MembersRequest, call: Call): AsyncGenerator<Page<Member>> {
  const after = placeOf(request.after);
  const group = await requireGroup(session, request.group, call.signal);
  const all = (await allAccounts(session, call.signal))
    .filter(({ passwd }) => passwd.gid === group.gid || group.members.includes(passwd.name))
    .map(({ passwd }) => ({ type: "account", id: String(passwd.uid), name: passwd.name }));
  const rest = all.filter(({ id }) => Number(id) > after);
  yield* pagesOf(rest, request.pageSize, call);
}

async function* pagesOf<T extends { readonly id: string }>(
  all: readonly T[],
  pageSize: number,
  call: Call,
): AsyncGenerator<Page<T>> {
  for (let from = 0; from < all.length; from += pageSize) {
    call.signal.throwIfAborted();
    const items = all.slice(from, from + pageSize);
    const cursor = items.at(-1)?.id ?? "";
    yield { items, cursor };
    call.heartbeat({ after: cursor, done: from + items.length });
  }
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  if (!/^\d{1,10}$/.test(cursor)) throw new ConnectorError("config", "The cursor was not made by this connector.");
  return Number(cursor);
}
