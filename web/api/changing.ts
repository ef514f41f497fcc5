import { useMutation, useQueryClient } from "@tanstack/react-query";

import { type Change, change } from "./call.ts";
import { forgetRemoved } from "./forget-removed.ts";

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
        await Promise.all(sets.map((set) => client.invalidateQueries({ queryKey: [set] })));
        return;
      }
      await Promise.all(sets.map((set) => forgetRemoved(client, set)));
      await leave();
    },
  });
}
