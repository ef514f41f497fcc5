import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { type Change, change } from "./call.ts";
import { forgetRemoved, queriesOf } from "./forget-removed.ts";
import type { Path } from "./odata.ts";

/** Invalidates the queries that show one of the sets. Visible ones are read again at once, the others when they are shown. */
export function readAnew(client: QueryClient, ...sets: readonly Path[]): Promise<void> {
  return client.invalidateQueries(queriesOf(sets));
}

/** Leaves a page. */
export type Leave = () => void | Promise<void>;

/**
 * Changes something and invalidates every list and page that shows one of the sets. A change that deletes the object of the open page
 * passes `leave`: the page goes to the list, and the change is pending until the list is shown.
 */
export function useChanging<Answer = unknown>(sets: readonly Path[], leave?: Leave) {
  const client = useQueryClient();
  return useMutation<Answer, Error, Change<Answer>>({
    mutationFn: (made) => change(made),
    // The call may hold a secret, so it is forgotten with the page that has sent it.
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
