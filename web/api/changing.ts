import { useMutation, useQueryClient } from "@tanstack/react-query";

import { type Change, change } from "./call.ts";

/** Changes something, and has every list and page read anew that shows one of the sets. */
export function useChanging<Answer = unknown>(sets: readonly string[]) {
  const client = useQueryClient();
  return useMutation<Answer, Error, Change>({
    mutationFn: (call) => change<Answer>(call),
    // What was sent may hold a password: it is forgotten with the form.
    gcTime: 0,
    onSuccess: async () => {
      await Promise.all(sets.map((set) => client.invalidateQueries({ queryKey: [set] })));
    },
  });
}
