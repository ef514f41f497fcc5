import { ServiceError } from "#domain/errors.ts";

import type { RouteCall, RouteDefinition } from "../route.ts";

type Headers = RouteCall["headers"];

/** A version of the protocol. */
export type ProtocolVersion = "4.0" | "4.01";

/**
 * Returns the version of the protocol to answer in: 4.0, unless the caller accepts 4.01.
 * @throws HEADER_INVALID for a caller that accepts nothing from 4.0 on, or sends in another version
 */
export function protocolVersion(headers: Headers): ProtocolVersion {
  const sent = headers["odata-version"];
  if (sent !== undefined && (typeof sent !== "string" || !/^4\.0[01]?$/.test(sent.trim()))) {
    throw new ServiceError("HEADER_INVALID", {
      message: "OData-Version must be 4.0 or 4.01, or be left out.",
      target: "OData-Version",
    });
  }
  const max = headers["odata-maxversion"];
  if (max === undefined) return "4.0";
  const [, major, minor] = (typeof max === "string" ? /^(\d{1,3})\.(\d{1,3})$/.exec(max.trim()) : null) ?? [];
  if (major === undefined || minor === undefined || Number(major) < 4) {
    throw new ServiceError("HEADER_INVALID", {
      message: "OData-MaxVersion must be 4.0 or higher, or be left out.",
      target: "OData-MaxVersion",
    });
  }
  return Number(major) > 4 || Number(minor.padEnd(2, "0")) > 0 ? "4.01" : "4.0";
}

/** Answers in the version of the protocol that the caller accepts; the router adds 4.0 to every answer without a version. */
export function inProtocol(route: RouteDefinition): RouteDefinition {
  return {
    ...route,
    async handler(call) {
      const version = protocolVersion(call.headers);
      const answer = await route.handler(call);
      return version === "4.0" ? answer : { ...answer, headers: { "odata-version": version, ...answer.headers } };
    },
  };
}
