import { isOnline, type ProxyInstance } from "./proxy-instance.ts";

/** Versions of the connectors that an instance of a proxy has, by their IDs. */
export type ConnectorVersions = Readonly<Record<string, string>>;

/** An instance of a proxy that asks for an order. */
export interface OrderTaker {
  /** ID of the connector that the order needs. */
  readonly connector: string;
  /** Version that the instance has; undefined if it has no connector of that ID. */
  readonly offered: string | undefined;
  /** Version with which the batch has begun on the target; undefined if it has not begun. */
  readonly begun: string | undefined;
}

/** Instances of the proxy, and the seconds that a batch waits for one that is away. */
export interface KnownInstances {
  readonly instances: readonly ProxyInstance[];
  readonly now: number;
  readonly waitSeconds: number;
}

/**
 * Decides whether an instance may take an order. A batch keeps the version with which it has begun as long as an instance with that version
 * works, or was seen within the time that a batch waits. After that any version continues it. A batch that has not begun goes to any
 * instance that has the connector.
 */
export function mayTake({ connector, offered, begun }: OrderTaker, known: KnownInstances): boolean {
  const lately = versionsLately(connector, known);
  // If no instance has the connector, the proxy's own words are the best answer.
  if (offered === undefined) return lately.size === 0;
  return begun === undefined || begun === offered || !lately.has(begun);
}

function versionsLately(connector: string, { instances, now, waitSeconds }: KnownInstances): ReadonlySet<string> {
  const seen = instances.filter(
    (instance) => isOnline(instance, now) || now - instance.lastSeenAt < waitSeconds * 1000,
  );
  return new Set(
    seen.flatMap(({ connectors }) => connectors.filter(({ id }) => id === connector)).map(({ version }) => version),
  );
}
