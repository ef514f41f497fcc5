import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { type Change, change } from "./call.ts";
import { forgetRemoved, queriesOf } from "./forget-removed.ts";

/** Has whatever shows one of some sets read anew: what is open at once, the rest when it is opened. */
export function readAnew(client: QueryClient, ...sets: readonly string[]): Promise<void> {
  return client.invalidateQueries(queriesOf(sets));
}

/** Leads away from a page. */
export type Leave = () => void | Promise<void>;

/**
 * Changes something, and has every list and page read anew that shows one of the sets. Where it removes the thing of the open page, it is
 * told how that is left: it goes to the list then, and is pending until that is there.
 */
export function useChanging<Answer = unknown>(sets: readonly string[], leave?: Leave) {
  const client = useQueryClient();
  return useMutation<Answer, Error, Change>({
    mutationFn: (call) => change<Answer>(call),
    // What was sent may hold a secret: it is forgotten with the page that has sent it.
    gcTime: 0,
    onSuccess: async () => {
      if (leave === undefined) {
        await readAnew(client, ...sets);
        return;
      }
      await Promise.all(sets.map((set) => forgetRemoved(client, set)));
      await leave();
    },
  });
}
