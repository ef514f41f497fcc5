import { ConnectorError, type Member } from "#connectors/contract/index.ts";

import { pathOf, type ResourceEndpoint } from "./endpoint.ts";
import { identifier, idOf, isObject, itemsOf, member, type ScimResource, textOf } from "./json.ts";
import { resourcesOf } from "./list-answer.ts";
import { requireResource } from "./objects.ts";
import { send } from "./send.ts";
import type { MembersShown, ScimSession } from "./session.ts";

// So that a service that hides thousands of memberships fills no memory; one is enough to know it.
const unseenMax = 1_000;

/** The members that a group shows. */
export function membersOf(group: ScimResource): Member[] {
  return itemsOf(member(group, "members")).flatMap((value) => {
    const reference = textOf(member(value, "$ref")) ?? "";
    const id = identifier(isObject(value) ? member(value, "value") : value) ?? lastOf(reference);
    if (id === undefined) return [];
    const type = textOf(member(value, "type"));
    const isGroup = type === undefined ? /\/Groups\/[^/]+$/i.test(reference) : /(^|:)groups?$/i.test(type);
    return [{ type: isGroup ? "group" : "account", id, name: textOf(member(value, "display")) ?? id }];
  });
}

/** Whether the service is known not to show everyone who is in its groups. */
export function hidesMembers({ options, known }: ScimSession): boolean {
  return !options.membersShown || known.unseen.size > 0;
}

/** Notes that a membership was made and is not shown. */
export function noteUnseen({ known }: ScimSession, group: string, id: string): void {
  if (known.unseen.size < unseenMax) known.unseen.add(`${group} ${id}`);
}

/** Takes back what was noted of memberships that are shown now. */
export function noteShown({ known }: ScimSession, group: string, shown: readonly Member[]): void {
  if (known.unseen.size === 0) return;
  for (const { id } of shown) known.unseen.delete(`${group} ${id}`);
}

/**
 * Where the service shows who is in its groups, judged by some of them. Where none of these shows anybody it is asked for a
 * group with members: one that does not understand that may show members nowhere, so that nothing is known.
 */
export async function membersShownBy(
  endpoint: ResourceEndpoint,
  groups: readonly ScimResource[],
): Promise<MembersShown> {
  const { session } = endpoint;
  const { membersShown } = session.state;
  if (membersShown !== undefined && membersShown !== "unknown") return membersShown;
  const [fullest] = groups.toSorted((one, other) => membersOf(other).length - membersOf(one).length);
  const shown = fullest && membersOf(fullest).length > 0;
  if (!shown && membersShown !== undefined) return membersShown;
  const sample = shown ? fullest : await groupWithMembers(endpoint);
  session.state.membersShown = sample === "none" ? "listed" : sample ? await judge(endpoint, sample) : "unknown";
  return session.state.membersShown;
}

// The service may show all of them only where the group alone is asked for.
async function judge(endpoint: ResourceEndpoint, sample: ScimResource): Promise<MembersShown> {
  const { session, kind, signal } = endpoint;
  const alone = await send(session, { method: "GET", path: pathOf(kind, String(idOf(sample))) }, signal);
  const [listed, whole] = [membersOf(sample).length, membersOf(alone).length];
  if (whole > listed) return "alone";
  return listed > 0 ? "listed" : "unknown";
}

async function groupWithMembers({
  session,
  kind,
  signal,
}: ResourceEndpoint): Promise<ScimResource | "none" | undefined> {
  const query = { filter: "members pr", startIndex: 1, count: 1 };
  try {
    const [found] = resourcesOf(await send(session, { method: "GET", path: kind.endpoint, query }, signal));
    return found ?? "none";
  } catch (error) {
    if (error instanceof ConnectorError && !error.retryable && error.code !== "internal") return undefined;
    throw error;
  }
}

/**
 * Refuses to write a group as a whole where its members are not known, for they would be gone.
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

/** The group as it is shown now. */
export function groupNow(endpoint: ResourceEndpoint, group: ScimResource): Promise<ScimResource> {
  const id = String(idOf(group));
  return requireResource(endpoint, { id, name: id });
}

function lastOf(reference: string): string | undefined {
  const last = reference.split("/").at(-1);
  return last === undefined || last === "" ? undefined : decodeURIComponent(last);
}
