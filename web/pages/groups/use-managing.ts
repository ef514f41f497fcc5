import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { call, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { groupsPath } from "../../api/groups.ts";
import type { Group, ManagedGroup } from "../../api/model.ts";
import type { Failure } from "../../components/failure-list.tsx";

/** Action that changes whether groups can be requested. */
export type ManagingAction = "manage" | "unmanage";

/** A group on which the action is carried out. */
export type NamedGroup = Pick<Group, "key" | "shortId" | "targetSystemKey">;

/** State of an action on groups. */
export interface Managed {
  readonly action: ManagingAction;
  /** Number of the groups. */
  readonly count: number;
  readonly isRunning: boolean;
  /** Groups that the action has changed. */
  readonly changed: readonly NamedGroup[];
  /** Number of groups that were already as wanted. */
  readonly unchanged: number;
  readonly failures: readonly Failure[];
}

/** Carries out an action on groups one after another; the user can stop between two, and leaving the page stops too. */
export function useManaging() {
  const client = useQueryClient();
  const [managed, setManaged] = useState<Managed>();
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(() => {
    isStopped.current = false;
    return stop;
  }, []);
  const start = async (action: ManagingAction, groups: readonly NamedGroup[]) => {
    isStopped.current = false;
    let state: Managed = { action, count: groups.length, isRunning: true, changed: [], unchanged: 0, failures: [] };
    setManaged(state);
    for (const group of groups) {
      if (isStopped.current) break;
      state = { ...state, ...(await after(state, group)) };
      setManaged(state);
    }
    setManaged({ ...state, isRunning: false });
    await readAnew(client, groupsPath);
  };
  return {
    managed,
    start: (action: ManagingAction, groups: readonly NamedGroup[]) => void start(action, groups),
    stop,
  };
}

async function after({ action, changed, unchanged, failures }: Managed, group: NamedGroup): Promise<Partial<Managed>> {
  const { key, shortId } = group;
  try {
    const answer = await change<ManagedGroup>(call(`POST groups()/${action}`, { key }));
    return answer.changed ? { changed: [...changed, group] } : { unchanged: unchanged + 1 };
  } catch (error) {
    return { failures: [...failures, { key, name: shortId, error }] };
  }
}
