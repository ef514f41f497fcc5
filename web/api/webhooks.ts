import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import type { Webhook } from "./model.ts";
import { address, entity } from "./odata.ts";
import { withActions } from "./offered.ts";

/** The set of webhooks. */
export const webhooksPath = "/v2/webhooks";
const followedEachMs = 5_000;

/** The path of a webhook. */
export const webhookPath = (key: string) => entity(webhooksPath, key);
/** The path of what was or is to be sent to a webhook. */
export const deliveriesPath = (key: string) => `${webhookPath(key)}/deliveries`;

/** A webhook with how it stands, and whether its reader may send again now. */
export function webhookQuery(key: string) {
  return queryOptions({
    queryKey: [webhooksPath, key],
    queryFn: ({ signal }) =>
      read<Webhook>(address(webhookPath(key), { select: withActions(["redeliver", "rotateSecret"]) }), signal),
    refetchInterval: whileSomebodyLooks(followedEachMs),
  });
}
