import { softwareVersion } from "./software-version.ts";

/**
 * Versions of the protocol between proxies and the service. The number rises with each change that a service of an earlier number would
 * refuse, be it a new field of a report. `oldest` is the first number that the service still accepts.
 */
export const proxyProtocol = {
  /**
   * Protocol of this version. 1: proxies that report no number. 2: the number is reported. 3: the time at which a target asks for a retry,
   * and the secrets of its schema. 4: several outcomes have one signature. 5: the guarded attributes.
   */
  own: 5,
  oldest: 1,
} as const;

/** Report of a proxy about its own version. */
export interface ProxyVersion {
  readonly softwareVersion: string;
  /** Absent in the report of a proxy that knows no number yet. */
  readonly protocol?: number | undefined;
}

/** Returns true if a service of this version understands a proxy that speaks this protocol. */
export function isSpoken(protocol: number | undefined): boolean {
  const number = protocol ?? 1;
  return number >= proxyProtocol.oldest && number <= proxyProtocol.own;
}

/** Returns the message for a proxy whose protocol is not spoken here: both versions, and which of them to replace. */
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
