import { ServiceError } from "#domain/errors.ts";

/** Origin of a call as the browser states it; each header may occur several times. */
export interface BrowserOrigin {
  /** Values of `Sec-Fetch-Site`. */
  readonly sites: readonly string[];
  /** Values of `Origin`. */
  readonly origins: readonly string[];
}

/**
 * Refuses a call that comes from elsewhere than our own pages, as the browser states.
 * @throws CROSS_SITE
 */
export function requireOwnSite(
  { sites, origins }: BrowserOrigin,
  ownOrigin: string,
  ownSites: readonly string[] = ["same-origin"],
): void {
  if (!sites.every((site) => ownSites.includes(site)))
    throw new ServiceError("CROSS_SITE", { target: "Sec-Fetch-Site" });
  if (!origins.every((origin) => origin === ownOrigin)) throw new ServiceError("CROSS_SITE", { target: "Origin" });
}
