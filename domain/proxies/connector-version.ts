import { isOnline, type ProxyInstance } from "./proxy-instance.ts";

/** The versions of the connectors that an instance of a proxy has, by their ids. */
export type ConnectorVersions = Readonly<Record<string, string>>;

/** An instance of a proxy that asks for an order. */
export interface OrderTaker {
  /** Id of the connector that the order needs. */
  readonly connector: string;
  /** The version that the instance has; undefined = it has none of that id. */
  readonly offered: string | undefined;
  /** The version with which the batch has begun on the target; undefined = it has not begun. */
  readonly begun: string | undefined;
}

/** What is known of the proxy's instances, and how long a batch waits for one that is away. */
export interface KnownInstances {
  readonly instances: readonly ProxyInstance[];
  readonly now: number;
  readonly waitSeconds: number;
}

/**
 * Whether an instance may take an order: a batch keeps the version with which it has begun as long as an instance with that
 * version works, or was seen within the time that a batch waits; after that it goes on with what is there. A batch that has
 * not begun goes to whoever has the connector.
 */
export function mayTake({ connector, offered, begun }: OrderTaker, known: KnownInstances): boolean {
  const lately = versionsLately(connector, known);
  // Where nobody has the connector, the proxy's own words are the best answer.
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
