import { softwareVersion } from "./software-version.ts";

/**
 * The calls of a proxy, and what they mean, as a number. It rises with each change that a service of an earlier number would
 * refuse, be it a new field of a report; what a service still takes begins at `oldest`.
 */
export const proxyProtocol = {
  /** What this version speaks. 1: proxies that tell no number. 2: the number is told. 3: when a target asks to be tried again, and what its schema calls a secret. 4: several outcomes have one signature. 5: which attributes are guarded. */
  own: 5,
  oldest: 1,
} as const;

/** What a proxy reports of its own version. */
export interface ProxyVersion {
  readonly softwareVersion: string;
  /** Absent in the report of a proxy that knows no number yet. */
  readonly protocol?: number | undefined;
}

/** Whether a service of this version understands a proxy that speaks this protocol. */
export function isSpoken(protocol: number | undefined): boolean {
  const number = protocol ?? 1;
  return number >= proxyProtocol.oldest && number <= proxyProtocol.own;
}

/** What is said to a proxy whose protocol is not spoken here: both versions, and which of them is to be replaced. */
export function protocolProblem(proxy: ProxyVersion): string {
  const { oldest, own } = proxyProtocol;
  const isNewer = (proxy.protocol ?? 1) > own;
  const wayOut = isNewer
    ? "Upgrade the service first, or start the proxy in its earlier version."
    : "Install the service's version of the package at the proxy, and start it again.";
  return (
    `The proxy has version ${proxy.softwareVersion} and speaks protocol ${proxy.protocol ?? 1}; the service has version ` +
    `${softwareVersion} and speaks ${oldest} to ${own}. ${wayOut}`
  );
}
