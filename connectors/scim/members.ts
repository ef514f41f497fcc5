import {
  type Call,
  ConnectorError,
  type Member,
  type ObjectRef,
  type OperationsPart,
  requireFound,
} from "#connectors/contract/index.ts";

import { apply, canPatch, tolerating } from "./change.ts";
import { endpointOf, type ResourceEndpoint } from "./endpoint.ts";
import { isNoTarget } from "./errors.ts";
import { quoted } from "./find-by-name.ts";
import { itemsOf, member as partOf, type ScimResource } from "./json.ts";
import { hidesMembers, membersNow, membersOf, membersShownBy, noteShown, noteUnseen } from "./members-shown.ts";
import { findResource, requireId, requireResource } from "./objects.ts";
import { untilShown } from "./patience.ts";
import type { ScimSession } from "./session.ts";

/** Operations on the members of a group. A member that a group does not show is not taken as absent. */
export const memberOperations = {
  /** Adds a member to a group; succeeds if it is a member. */
  async addMember(session, { group, member }, call) {
    const groups = await endpointOf(session, "group", call);
    const to = await requireMadeBefore(groups, group);
    const members = await endpointOf(session, member.type, call);
    const id = requireId(members, await requireMadeBefore(members, member));
    if (shows(to, id)) return;
    const added = { value: id, type: member.type === "group" ? "Group" : "User" };
    const after = { ...to, members: [...itemsOf(partOf(to, "members")), added] };
    const steps = [{ op: "add", path: "members", value: [added] }] as const;
    const answer = await tolerating(isThereAlready, apply(groups, to, { steps, after }));
    if (answer !== undefined && shows(answer, id)) return;
    if (hidesMembers(session)) return;
    await look(groups, to, { group, id, name: member.name }, call);
  },
  /**
   * Removes a member from a group; succeeds if it is not a member, or no longer exists. The removal is sent even if the group does
   * not show the member, unless the service has no PATCH and shows its members: a removal without a match is harmless (RFC 7644
   * section 3.5.2.2).
   * @throws policy if the service reports success and the member is still there
   */
  async removeMember(session, { group, member }, call) {
    const groups = await endpointOf(session, "group", call);
    const from = await requireResource(groups, group);
    const id = member.id ?? (await foundId(session, member, call));
    if (id === undefined) return;
    const shown = shows(from, id);
    if (!shown && !canPatch(groups) && !hidesMembers(session) && membersOf(from).length > 0) return;
    const members = itemsOf(partOf(from, "members")).filter((value) => !shows({ members: [value] }, id));
    const steps = [{ op: "remove", path: `members[value eq ${quoted(id)}]` }] as const;
    const answer = await tolerating(isNoTarget, apply(groups, from, { steps, after: { ...from, members } }));
    const isLookedFor = shown || session.state.membersShown === "byUsers";
    if (isLookedFor && !isGoneIn(answer, id)) await requireGone(groups, from, { group, id, name: member.name }, call);
  },
} satisfies OperationsPart<ScimSession>;

const isAmong = (members: readonly Member[], id: string): boolean => members.some((one) => one.id === id);

const shows = (group: ScimResource, id: string): boolean => isAmong(membersOf(group), id);

const isGoneIn = (answer: ScimResource | undefined, id: string): boolean =>
  answer !== undefined && partOf(answer, "members") !== undefined && !shows(answer, id);

const isThereAlready = (error: unknown): boolean =>
  error instanceof ConnectorError && error.targetCode === "409 uniqueness";

interface Membership {
  readonly group: ObjectRef;
  readonly id: string;
  /** Name of the member. */
  readonly name: string;
}

/** Throws if the member is still there after its removal. */
async function requireGone(
  groups: ResourceEndpoint,
  from: ScimResource,
  { group, id, name }: Membership,
  call: Call,
): Promise<void> {
  const left = await untilShown(
    call.signal,
    () => membersNow(groups, from),
    (now) => !isAmong(now, id),
  );
  if (isAmong(left, id))
    throw new ConnectorError(
      "policy",
      `The service answers with success, and "${name}" is still in the group "${group.name}".`,
    );
}

/** Checks whether the group shows a new member, and records it if not. */
async function look(
  groups: ResourceEndpoint,
  to: ScimResource,
  { group, id, name }: Membership,
  call: Call,
): Promise<void> {
  const now = await untilShown(
    call.signal,
    () => membersNow(groups, to),
    (found) => isAmong(found, id),
  );
  const key = requireId(groups, to);
  if (isAmong(now, id)) return noteShown(groups.session, key, now);
  noteUnseen(groups.session, key, id);
  if ((await membersShownBy(groups, [to])) === "byUsers") return;
  call.notice(
    `The service took "${name}" into the group "${group.name}" and does not show it there. Where it hides members, set "membersShown": false in the address of the target system.`,
  );
}

async function foundId(session: ScimSession, member: Member, call: Call): Promise<string | undefined> {
  const endpoint = await endpointOf(session, member.type, call);
  const found = await findResource(endpoint, member);
  return found && requireId(endpoint, found);
}

// An object created a moment ago may not be shown yet; a reference without an id is not to an object created here.
async function requireMadeBefore(endpoint: ResourceEndpoint, ref: ObjectRef): Promise<ScimResource> {
  const found = await untilShown(
    endpoint.signal,
    () => findResource(endpoint, ref),
    (resource) => resource !== undefined || ref.id === undefined,
  );
  return requireFound(found, `The service has no ${endpoint.kind.type} "${ref.name}".`);
}
