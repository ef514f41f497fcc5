import type { GuardedAttribute, GuardEffect } from "#connectors/contract/index.ts";
import { ManualClock } from "#platform/clock.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { createPolicyEngine } from "#policies/engine.ts";

import { usualCapabilities } from "../organisation.ts";
import { furnishRoom, type RequestRoom, roomSettings } from "../request-room.ts";
import { openTestService } from "../service.ts";

/** A hole in the rules that the test must find. */
export interface Plant {
  /** Policies that allow everything to everyone. */
  readonly open?: readonly string[];
  /** Effects that the connector does not declare. */
  readonly unguarded?: readonly GuardEffect[];
}

/** A room in which ordinary people request things in one world after the other. */
export interface GivingRoom extends RequestRoom {
  /** Numbers of granted operations and of refused calls in all worlds together. */
  readonly counts: { given: number; refused: number };
}

/** Approvers of groups; `tom` approves for target systems, and `ada` requests. */
export const groupApprovers = ["gil", "gus", "gem"] as const;

/** Attributes with the effect that the connector of every world declares; null = a description. */
export const attributeKinds = [
  { name: "mail", of: "account", effect: null },
  { name: "phone", of: "account", effect: null },
  { name: "admin", of: "account", effect: "rights" },
  { name: "home", of: "account", effect: "foreign" },
  { name: "state", of: "account", effect: "state" },
  { name: "groups", of: "account", effect: "memberships", names: "groupIds" },
  { name: "team", of: "account", effect: "memberships", names: "groupIds" },
  { name: "note", of: "group", effect: null },
  { name: "level", of: "group", effect: "rights" },
  { name: "owner", of: "group", effect: "memberships", names: "groupOwners" },
] as const;

/** Opens the room, with a hole if one is planted. */
export async function openGivingRoom({ open = [], unguarded = [] }: Plant = {}): Promise<GivingRoom> {
  const clock = new ManualClock();
  const policies = defaultPolicies.map((policy) =>
    open.includes(policy.name) ? { ...policy, expression: "true" } : policy,
  );
  const guardedAttributes = attributeKinds.flatMap((kind): GuardedAttribute[] =>
    kind.effect === null || unguarded.includes(kind.effect) ? [] : [kind],
  );
  const room = await furnishRoom(
    await openTestService({ clock, settings: roomSettings, policies: createPolicyEngine(policies) }),
    clock,
    {
      people: ["ada", "tom", ...groupApprovers],
      targets: {},
      capabilities: [...usualCapabilities, "addOwner", "removeOwner"],
      guardedAttributes,
    },
  );
  return { ...room, counts: { given: 0, refused: 0 } };
}
