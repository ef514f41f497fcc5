import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import type { Webhook } from "./model.ts";
import { address, entity } from "./odata.ts";
import { withActions } from "./offered.ts";

/** Path of the set of webhooks. */
export const webhooksPath = "/v2/webhooks";
const followedEachMs = 5_000;

/** Returns the path of a webhook. */
export const webhookPath = (key: string) => entity(webhooksPath, key);
/** Returns the path of the deliveries of a webhook. */
export const deliveriesPath = (key: string) => `${webhookPath(key)}/deliveries`;

/** Returns the query for a webhook with its state; it tells whether the reader may resend deliveries and rotate the secret. */
export function webhookQuery(key: string) {
  return queryOptions({
    queryKey: [webhooksPath, key],
    queryFn: ({ signal }) =>
      read<Webhook>(address(webhookPath(key), { select: withActions(["redeliver", "rotateSecret"]) }), signal),
    refetchInterval: whileSomebodyLooks(followedEachMs),
  });
}
