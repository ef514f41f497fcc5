import { isDeepStrictEqual } from "node:util";

import { z } from "zod";

import {
  guardedAttributesMax,
  guardedNameMaxCharacters,
  guardedNames,
  guardEffects,
} from "#connectors/contract/guarded-attributes.ts";
import { ServiceError } from "#domain/errors.ts";
import type { JsonValue } from "#domain/json.ts";
import { connectorProblemNames, type FailedConnector } from "#domain/proxies/failed-connector.ts";
import { type InstanceConnector, type ProxyInstance, speakerOf, withInstance } from "#domain/proxies/proxy-instance.ts";
import { isSpoken, protocolProblem } from "#domain/proxies/proxy-protocol.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import {
  capabilitiesMax,
  connectorNameMaxCharacters,
  failedConnectorMaxCharacters,
  reportedConnectorsMax,
  softwareVersionMaxCharacters,
} from "#domain/report-limits.ts";
import type { Row } from "#store/tables.ts";

import { ownGuardsOf } from "../../abilities/built-in-guards.ts";
import { defineOperation } from "../../kernel/define-operation.ts";
import { enrolledProxy } from "./enrolled-proxy.ts";
import { readableConnectors } from "./readable-connectors.ts";
import type { OrderSources } from "./sources-of.ts";

const shortText = z.string().min(1).max(connectorNameMaxCharacters);

/** Schema of a report about the calling process of a proxy. */
const instanceSchema = z.strictObject({
  id: shortText,
  /** Its own clock, milliseconds UTC. */
  time: z.int().min(0),
  ordersUnderWay: z.int().min(0),
  /** True if it accepts no more orders and is stopping. */
  stopping: z.boolean(),
  /** True if its worker reaches the engine, the source of orders; a process of an earlier version does not send it. */
  engineReached: z.boolean().exactOptional(),
});

const guardedSchema = z.strictObject({
  name: z.string().min(1).max(guardedNameMaxCharacters),
  of: z.enum(["account", "group"]),
  effect: z.enum(guardEffects),
  names: z.enum(guardedNames).exactOptional(),
});

/** Schema of a proxy's report about itself. */
const reportSchema = z.strictObject({
  softwareVersion: z.string().min(1).max(softwareVersionMaxCharacters),
  /** Version of the protocol; a proxy of an earlier version does not send it. */
  protocol: z.int().min(0).exactOptional(),
  connectors: z
    .array(
      z.strictObject({
        id: shortText,
        version: shortText,
        capabilities: z.array(shortText).max(capabilitiesMax),
        addressSchema: z.custom<{ readonly [name: string]: JsonValue }>(isJsonObject, "must be an object"),
        /** Guarded attributes; a proxy of an earlier version does not send them, and not every connector declares them. */
        guardedAttributes: z.array(guardedSchema).max(guardedAttributesMax).exactOptional(),
      }),
    )
    .max(reportedConnectorsMax)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "must not name a connector twice"),
  failedConnectors: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(failedConnectorMaxCharacters),
        problem: z.enum(connectorProblemNames),
        message: z.string().max(failedConnectorMaxCharacters),
      }),
    )
    .max(reportedConnectorsMax)
    .default([]),
  /** Calling process; a proxy of an earlier version does not send it. */
  instance: instanceSchema.exactOptional(),
});

/** Makes the operation with which a process of a proxy reports itself; the sources of orders learn of new processes. */
export function helloTo(orders: OrderSources) {
  return defineOperation({
    name: "proxies.hello",
    input: z.preprocess(asSpoken, reportSchema),
    callers: ["proxy"],
    audit: { operation: "PXHI", when: "refusalOnly" },
    async run(context, { instance, protocol, ...report }): Promise<{ proxyId: string; time: number }> {
      const { store, clock } = context;
      const { id } = await enrolledProxy(context);
      const version = { softwareVersion: report.softwareVersion, protocol };
      if (!isSpoken(protocol)) throw new ServiceError("PROXY_VERSION_REFUSED", { message: protocolProblem(version) });
      const proxy = await store.lock("proxyServers", id);
      const time = clock.now();
      const { connectors, failed } = readableConnectors(report.connectors);
      const whole = { ...report, connectors, failedConnectors: [...report.failedConnectors, ...failed] };
      if (instance === undefined) {
        await store.save("proxyServers", { id, ...whole, lastSeenAt: time });
        return { proxyId: id, time };
      }
      const known = proxy?.instances ?? [];
      const instances = withInstance(known, instanceRow(known, { ...instance, ...whole, now: time }));
      const speaks = speakerOf(instances, time)?.id === instance.id;
      await store.save("proxyServers", { id, instances, lastSeenAt: time, ...(speaks ? whole : {}) });
      const isNew = !known.some((one) => one.id === instance.id);
      if (isNew) for (const source of orders.values()) await source.proxyBegun?.(context, id);
      return { proxyId: id, time };
    },
  });
}

/** Reduces a report in an unsupported protocol to the fields that show it: the rest may have another form. */
function asSpoken(report: unknown): unknown {
  if (!isJsonObject(report)) return report;
  const { protocol, softwareVersion } = report;
  if (typeof protocol !== "number" || isSpoken(protocol)) return report;
  return { protocol, softwareVersion, connectors: [] };
}

// The value was parsed from JSON, so an object can hold nothing else.
function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Told extends z.output<typeof instanceSchema> {
  readonly now: number;
  readonly softwareVersion: string;
  readonly connectors: Row<"proxyServers">["connectors"];
  readonly failedConnectors: readonly FailedConnector[];
}

function instanceRow(known: readonly ProxyInstance[], told: Told): ProxyInstance {
  const { id, time, now, stopping, softwareVersion, failedConnectors, ordersUnderWay, engineReached } = told;
  return {
    id,
    startedAt: known.find((one) => one.id === id)?.startedAt ?? now,
    lastSeenAt: now,
    stoppedAt: stopping ? now : null,
    softwareVersion,
    connectors: told.connectors.map(instanceConnector),
    failedConnectors,
    ordersUnderWay,
    clockSkewMs: time - now,
    ...(engineReached === undefined ? {} : { engineReached }),
  };
}

// The row is written each minute, so known guards are not repeated for each process.
function instanceConnector({ id, version, guardedAttributes }: ReportedConnector): InstanceConnector {
  const isOwn = isDeepStrictEqual(guardedAttributes, ownGuardsOf(id));
  return { id, version, ...(guardedAttributes && !isOwn ? { guardedAttributes } : {}) };
}
