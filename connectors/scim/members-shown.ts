import { ConnectorError, type Member } from "#connectors/contract/index.ts";

import type { ResourceEndpoint } from "./endpoint.ts";
import { unlessRefused } from "./errors.ts";
import { identifier, isObject, itemsOf, lastSegment, member, type ScimResource, textOf } from "./json.ts";
import { resourcesOf } from "./list-answer.ts";
import { findResource, requireId, requireResource } from "./objects.ts";
import { send } from "./send.ts";
import type { MembersShown, ScimSession } from "./session.ts";
import { findsUsersOf, usersOf } from "./users-of-group.ts";

// Bound of memory for a service that hides thousands of memberships; one is enough to know it.
const unseenMax = 1_000;
// Number of groups taken as a sample.
const samplesMax = 3;

/** Returns the members that a group shows. */
export function membersOf(group: ScimResource): Member[] {
  return itemsOf(member(group, "members")).flatMap((value) => {
    const reference = textOf(member(value, "$ref")) ?? "";
    const id = identifier(isObject(value) ? member(value, "value") : value) ?? lastSegment(reference);
    if (id === undefined) return [];
    const type = textOf(member(value, "type"));
    const isGroup = type === undefined ? /\/Groups\/[^/]+$/i.test(reference) : /(^|:)groups?$/i.test(type);
    return [{ type: isGroup ? "group" : "account", id, name: textOf(member(value, "display")) ?? id }];
  });
}

/** Returns true if the service is known to hide members of its groups. */
export function hidesMembers({ options, known }: ScimSession): boolean {
  return !options.membersShown || known.unseen.size > 0;
}

/** Records a membership that was made and is not shown. */
export function noteUnseen({ known, state }: ScimSession, group: string, id: string): void {
  delete state.membersShown;
  if (known.unseen.size < unseenMax) known.unseen.add(`${group} ${id}`);
}

/** Removes the records of memberships that are shown now. */
export function noteShown({ known }: ScimSession, group: string, shown: readonly Member[]): void {
  if (known.unseen.size === 0) return;
  for (const { id } of shown) known.unseen.delete(`${group} ${id}`);
}

/**
 * Returns where the service shows the members of its groups, judged by some of them. If none of these shows any, the service is
 * asked for a group with members, and for the users of these groups. If it supports neither, it may still have members, and the
 * answer is unknown.
 */
export async function membersShownBy(
  endpoint: ResourceEndpoint,
  groups: readonly ScimResource[],
): Promise<MembersShown> {
  const { session } = endpoint;
  const { membersShown } = session.state;
  if (membersShown !== undefined && membersShown !== "unknown") return membersShown;
  const [fullest] = groups.toSorted((one, other) => membersOf(other).length - membersOf(one).length);
  const isShown = fullest && membersOf(fullest).length > 0;
  if (!isShown && membersShown !== undefined) return membersShown;
  const place = await (isShown ? judge(endpoint, fullest) : searched(endpoint, groups));
  const hides = place === "unknown" || hidesMembers(session);
  session.state.membersShown = hides && (await findsUsersOf(endpoint, groups)) ? "byUsers" : place;
  return session.state.membersShown;
}

async function searched(endpoint: ResourceEndpoint, groups: readonly ScimResource[]): Promise<MembersShown> {
  const found = await groupWithMembers(endpoint);
  if (found === "none") return "listed";
  for (const sample of found ? [found] : groups.slice(0, samplesMax)) {
    const place = await judge(endpoint, sample);
    if (place !== "unknown") return place;
  }
  return "unknown";
}

// The service may show all members only if a group is read on its own.
async function judge(endpoint: ResourceEndpoint, sample: ScimResource): Promise<MembersShown> {
  const id = requireId(endpoint, sample);
  const alone = await unlessRefused(findResource(endpoint, { id, name: id }));
  const [listed, whole] = [membersOf(sample).length, membersOf(alone ?? {}).length];
  if (whole > listed) return "alone";
  return listed > 0 ? "listed" : "unknown";
}

async function groupWithMembers({
  session,
  kind,
  signal,
}: ResourceEndpoint): Promise<ScimResource | "none" | undefined> {
  const query = { filter: "members pr", startIndex: 1, count: 1 };
  const asked = send(session, { method: "GET", path: kind.endpoint, query }, signal);
  const found = await unlessRefused(asked.then((answer) => resourcesOf(answer, kind.endpoint)));
  return found && (found[0] ?? "none");
}

/**
 * Refuses to write a whole group if its members are not known, because they would be lost.
 * @throws notSupported
 */
export async function requireMembersKnown(endpoint: ResourceEndpoint, group: ScimResource): Promise<void> {
  const { session } = endpoint;
  if (!hidesMembers(session)) {
    if (membersOf(group).length > 0 || (await membersShownBy(endpoint, [])) !== "unknown") return;
  }
  throw new ConnectorError(
    "notSupported",
    "The service has no PATCH and does not show who is in its groups, so that a group cannot be changed without losing members.",
  );
}

/** Returns the members of a group as the service shows them now. */
export async function membersNow(endpoint: ResourceEndpoint, group: ScimResource): Promise<readonly Member[]> {
  const id = requireId(endpoint, group);
  return endpoint.session.state.membersShown === "byUsers"
    ? usersOf(endpoint, id)
    : membersOf(await requireResource(endpoint, { id, name: id }));
}
