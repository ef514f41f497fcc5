import type { Random } from "#domain/random.fixture.ts";
import type { PhaseInheritance } from "#domain/requests/phase-resources.ts";
import { phaseInheritances } from "#domain/requests/phase-resources.ts";

import { defineAttributes } from "../define-attributes.ts";
import { savePhase, saveTarget } from "../organisation.ts";
import { attributeKinds, type GivingRoom, groupApprovers } from "./giving-room.ts";

/** A target system with its attributes, groups and an account of `ada`, as a test knows them. */
export interface World {
  readonly target: string;
  /** True if `tom` approves for the target system. */
  readonly isDecided: boolean;
  readonly autoApprove: boolean;
  readonly attributes: readonly WorldAttribute[];
  readonly groups: readonly WorldGroup[];
  readonly accountKey: string;
}

/** An attribute of a world; no one may request one that is not defined. */
export type WorldAttribute = (typeof attributeKinds)[number] & {
  readonly isDefined: boolean;
  readonly mayGiveRights: boolean;
};

/** A group of a world, and its approver. */
export interface WorldGroup {
  readonly key: string;
  readonly name: string;
  readonly stableId: string;
  readonly managed: boolean;
  readonly approver: string | null;
  readonly inheritance: PhaseInheritance;
}

/** Makes a world of random rules and writes it into the store. */
export async function makeWorld(room: GivingRoom, random: Random, seed: number): Promise<World> {
  const target = `W${seed}`;
  const isOften = () => random.below(3) > 0;
  const isDecided = random.below(2) === 0;
  const world: World = {
    target,
    isDecided,
    autoApprove: isDecided ? random.below(2) === 0 : isOften(),
    accountKey: `${target}-ada`,
    attributes: attributeKinds.map((kind) => ({
      ...kind,
      isDefined: random.below(6) > 0,
      mayGiveRights: random.below(3) === 0,
    })),
    groups: groupApprovers.map((approver, index) => ({
      key: `${target}-g${index}`,
      name: `group${index}`,
      stableId: `${target}-${index}`,
      managed: isOften(),
      approver: random.below(2) === 0 ? approver : null,
      inheritance: random.pick(phaseInheritances),
    })),
  };
  await room.store.transaction(() => write(room, world, random));
  return world;
}

async function write(room: GivingRoom, world: World, random: Random): Promise<void> {
  const { context, store, keyOf } = room;
  const { target, autoApprove, isDecided, attributes, groups, accountKey } = world;
  await saveTarget(context, target, { address: { file: "none" }, autoApprove });
  const phase = (who: string) => ({ authorizers: [who], mayEdit: true });
  const ofTarget = { resourceType: "targetSystem", resourceKey: target } as const;
  if (isDecided) await savePhase(context, { resource: ofTarget, sequence: 1, phase: phase("tom"), keyOf });
  const defined = attributes.filter((one) => one.isDefined);
  await defineAttributes(
    context,
    target,
    defined.map(({ name: attribute, of, mayGiveRights }) => ({
      attribute,
      of: of === "account" ? ("user" as const) : of,
      mayGiveRights,
    })),
  );
  const names = { targetSystemKey: target, displayId: "x" };
  const account = { ...names, key: accountKey, shortId: "ada", longId: "ada", stableId: `${target}-a` };
  await store.save("accounts", { ...account, userKey: keyOf("ada") });
  for (const { key, name, stableId, managed, approver, inheritance } of groups) {
    const group = { ...names, key, shortId: name, longId: name, stableId, managed };
    await store.save("groups", { ...group, phaseInheritance: inheritance });
    const resource = { resourceType: "managedGroup", resourceKey: key } as const;
    if (approver !== null) await savePhase(context, { resource, sequence: 1, phase: phase(approver), keyOf });
    if (random.below(3) > 0) await store.save("groupMemberships", { key: `m-${key}`, groupKey: key, accountKey });
  }
}
