import { ServiceError } from "#domain/errors.ts";

/** Where a call comes from, as the browser says; each as often as it says so. */
export interface BrowserOrigin {
  /** The values of `Sec-Fetch-Site`. */
  readonly sites: readonly string[];
  /** The values of `Origin`. */
  readonly origins: readonly string[];
}

/**
 * Refuses what a browser says comes from elsewhere than from our own pages.
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
