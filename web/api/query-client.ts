import { QueryClient } from "@tanstack/react-query";

import { isAway } from "../base/call-error.ts";

const triesAgainAfterMs = 2_000;

/** Cache of the data that the pages have read. A call is retried until the service answers; a refusal is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      staleTime: 5_000,
      retry: (_count, error) => isAway(error),
      retryDelay: triesAgainAfterMs,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: "always", retry: false },
  },
});
