import type { OperationsPart } from "#connectors/contract/index.ts";

import { apply } from "./change.ts";
import { findResource, endpointOf, quoted, requireResource } from "./objects.ts";
import type { ScimSession } from "./session.ts";

interface MemberValue {
  readonly value: string;
}

/** The operations on who is in a group. */
export const memberOperations = {
  /** Puts a member into a group; being in it already is success. */
  async addMember(session, { group, member }, call) {
    const groups = await endpointOf(session, "group", call);
    const to = await requireResource(groups, group);
    const { id } = await requireResource(await endpointOf(session, member.type, call), member);
    const before = (to["members"] ?? []) as readonly MemberValue[];
    if (before.some(({ value }) => value === id)) return;
    const added = { value: String(id), type: member.type === "group" ? "Group" : "User" };
    const steps = [{ op: "add", path: "members", value: [added] }] as const;
    await apply(groups, to, { steps, after: { ...to, members: [...before, added] } });
  },
  /** Takes a member out of a group; not being in it is success, also for a member that is no more. */
  async removeMember(session, { group, member }, call) {
    const groups = await endpointOf(session, "group", call);
    const from = await requireResource(groups, group);
    const id = member.id ?? (await findResource(await endpointOf(session, member.type, call), member))?.["id"];
    const before = (from["members"] ?? []) as readonly MemberValue[];
    if (!before.some(({ value }) => value === id)) return;
    const steps = [{ op: "remove", path: `members[value eq ${quoted(String(id))}]` }] as const;
    await apply(groups, from, { steps, after: { ...from, members: before.filter(({ value }) => value !== id) } });
  },
} satisfies OperationsPart<ScimSession>;
