import { ServiceError } from "#domain/errors.ts";
import { pageSizeMax } from "#domain/limits.ts";

import type { RouteCall } from "../route.ts";

type Headers = RouteCall["headers"];

/**
 * The version of the protocol to answer in: 4.0, unless the caller takes 4.01.
 * @throws HEADER_INVALID for a caller that takes nothing from 4.0 on
 */
export function protocolVersion(headers: Headers): "4.0" | "4.01" {
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

/** The page size that the caller prefers (RFC 7240), at most the largest there is; undefined when it names none. */
export function preferredPageSize(headers: Headers): number | undefined {
  const prefer = [headers["prefer"] ?? ""].flat().join(",");
  const given = /(?:^|[,;])\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(prefer)?.[1];
  const size = Number(given ?? 0);
  return size > 0 ? Math.min(size, pageSizeMax) : undefined;
}
