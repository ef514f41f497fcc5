/** Knowledge of this process about a service, kept longer than sessions. */
export interface KnownService {
  /** Memberships that were made here and that the service does not show, as `group member` by their ids. */
  readonly unseen: Set<string>;
}

const services = new Map<string, KnownService>();

/** Returns the knowledge about the service at an address. */
export function knownService(url: string): KnownService {
  const known = services.get(url) ?? { unseen: new Set() };
  services.set(url, known);
  return known;
}
