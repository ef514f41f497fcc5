import { handleMoments } from "#activities/hub/moments.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Random } from "#domain/random.fixture.ts";
import { addDelegation } from "#operations/delegations/add-delegation.ts";
import { acceptDelegation, endDelegationNow } from "#operations/delegations/change-delegations.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { escalate } from "#operations/requests/escalate.ts";

import type { RequestRoom } from "./request-room.ts";

/** An open phase of a request, and a person who may decide it. */
export interface AskedSomebody {
  readonly room: RequestRoom;
  readonly key: string;
  readonly phase: number;
  readonly person: string;
}

const others = ["bob", "cy", "dan"];

/** Delegates a person's part in one request to another, sometimes only for a moment; returns false if that is impossible. */
export function delegateSomehow({ room, key, person }: AskedSomebody, random: Random): Promise<boolean> {
  const to = random.pick(others);
  const isShort = random.below(2) === 0;
  const given = { delegatorKey: null, delegateKey: room.keyOf(to), requestKey: key, reason: "on holiday" };
  const handle = () => handleMoments({ context: room.context, signal: new AbortController().signal });
  return unlessRefused(async () => {
    const added = await invoke(addDelegation, room.context, room.as(person), given);
    await invoke(acceptDelegation, room.context, room.as(to), { key: added.key });
    await handle();
    if (isShort) await invoke(endDelegationNow, room.context, room.as(person), { key: added.key });
    await handle();
  });
}

/** Gives a person a manager and escalates the phase to that manager; returns false if that is impossible. */
export async function passOn({ room, key, phase, person }: AskedSomebody, random: Random): Promise<boolean> {
  const managerKey = room.keyOf(random.pick(others.filter((id) => id !== person)));
  await room.store.transaction(() => room.store.save("users", { key: room.keyOf(person), managerKey }));
  return unlessRefused(() => invoke(escalate, room.context, room.as(person), { key, phase }));
}

async function unlessRefused(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code !== "INTERNAL") return false;
    throw error;
  }
}
