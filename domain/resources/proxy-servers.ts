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
  key: "id",
  entity: { type: "ProxyServer", key: "id" },
  properties: {
    id: text().searched().policy().shown("Its id."),
    status: text<ProxyEnrolment>(20).policy().shown("Whether it is invited, enrolled or revoked."),
    enrolmentTokenHash: text().optional(),
    /** Key of the user who last invited it; null for the operator of the service. */
    invitedByKey: guid().optional(),
    connectors: json<readonly ReportedConnector[]>().shown("The connectors that it has reported."),
    failedConnectors: json<readonly FailedConnector[]>().optional().shown("The connectors that it could not load."),
    /** Processes that run under this enrollment; null until one that reports itself has reported. */
    instances: json<readonly ProxyInstance[]>().optional(),
    softwareVersion: text(40).optional().shown("The version of its software; null = it never reported."),
    lastSeenAt: time().optional().shown("When it reported last; null = never."),
    enrolmentExpiresAt: time().optional().shown("Until when its invitation holds; null = none is open."),
    signingKey: json<PublicKey>().optional(),
    sealingKey: json<PublicKey>().optional(),
  },
  policies: {
    proxyServer: {},
  },
});
