/** What this process has learned of a service; sessions come and go. */
export interface KnownService {
  /** Memberships that were made here and that the service does not show, as `group member` by their ids. */
  readonly unseen: Set<string>;
}

const services = new Map<string, KnownService>();

/** Returns what is known of the service at an address. */
export function knownService(url: string): KnownService {
  const known = services.get(url) ?? { unseen: new Set() };
  services.set(url, known);
  return known;
}
