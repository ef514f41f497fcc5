import type { FailedConnector } from "../proxies/failed-connector.ts";
import type { ProxyInstance } from "../proxies/proxy-instance.ts";
import type { ProxyEnrolment } from "../proxies/proxy-life.ts";
import type { PublicKey } from "../proxies/public-key.ts";
import type { ReportedConnector } from "../proxies/reported-connector.ts";
import { guid, text, time, json } from "./format/builders.ts";
import { resource } from "./format/resource.ts";

/** Proxies, as they enrolled and last reported. */
export const proxyServers = resource("proxyServers", {
  class: "shared",
  holds: "data",
  key: "id",
  entity: { type: "ProxyServer", key: "id" },
  properties: {
    id: text().searched().policy().label("Name").shown("Id of the proxy."),
    status: text<ProxyEnrolment>(20).policy().shown("Status of the proxy: invited, enrolled or revoked."),
    enrolmentTokenHash: text().optional(),
    /** Key of the user who last invited it; null for the operator of the service. */
    invitedByKey: guid().optional(),
    connectors: json<readonly ReportedConnector[]>().shown("Connectors that the proxy has reported."),
    failedConnectors: json<readonly FailedConnector[]>()
      .optional()
      .label("Connectors that failed")
      .shown("Connectors that the proxy could not load."),
    /** Processes that run under this enrollment; null until one that reports itself has reported. */
    instances: json<readonly ProxyInstance[]>().optional(),
    softwareVersion: text(40)
      .optional()
      .label("Version")
      .shown("Software version of the proxy; null if it never reported."),
    lastSeenAt: time().optional().label("Last heard of").shown("Time of the last report; null if never."),
    enrolmentExpiresAt: time()
      .optional()
      .label("Enrollment token expires")
      .shown("Time at which the enrollment token expires; null if there is none."),
    signingKey: json<PublicKey>().optional(),
    sealingKey: json<PublicKey>().optional(),
  },
  policies: {
    proxyServer: {},
  },
});
