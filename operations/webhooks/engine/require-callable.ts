import { isIP } from "node:net";

import { ServiceError } from "#domain/errors.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { createAddressCheck } from "#platform/webhooks/public-addresses.ts";

/** Rule for the host of an address that is an IP address, in words. */
export const callableRule =
  "must lead to a public address, or into a network that the operator added to WEBHOOK_ALLOWED_NETWORKS";

/**
 * Refuses an endpoint with an IP address that deliveries may not reach. The addresses behind a host name are checked at each delivery.
 * @throws INPUT_INVALID
 */
export function requireCallable({ webhookAllowedNetworks }: Settings, url: string | undefined): void {
  if (url === undefined) return;
  // However it is written, such as 127.1 or 0x7f000001, it is here in its usual form.
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, "");
  if (isIP(host) === 0 || createAddressCheck(webhookAllowedNetworks)(host)) return;
  throw new ServiceError("INPUT_INVALID", {
    target: "url",
    message: `url: ${callableRule}; ${host} is neither`,
  });
}
