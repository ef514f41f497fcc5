import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { address } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of webhooks. */
export const webhooksPath = pathOf("webhooks");
const followedEachMs = 5_000;

/** Returns the query for a webhook with its state; it tells whether the reader may resend deliveries and rotate the secret. */
export function webhookQuery(key: string) {
  return queryOptions({
    queryKey: [webhooksPath, key],
    queryFn: ({ signal }) =>
      read(address(pathOf("webhooks()", key), { select: withActions(["redeliver", "rotateSecret"]) }), signal),
    refetchInterval: whileSomebodyLooks(followedEachMs),
  });
}
