import { ServiceError } from "#domain/errors.ts";

import type { RouteAnswer, RouteCall, RouteDefinition } from "../../route.ts";
import { negotiate, negotiateJson } from "../negotiate.ts";
import { inProtocol } from "../protocol-answer.ts";
import { protocolVersion } from "../protocol.ts";
import { queryTree } from "../read/query-tree.ts";
import { type ODataService, rootAddress } from "../service.ts";
import { metadataJson } from "./json.ts";
import { metadataXml } from "./xml.ts";

/** The routes of the documents that describe the service: at its root, and `$metadata`. */
export function metadataRoutes(service: ODataService): readonly RouteDefinition[] {
  return [
    inProtocol({
      method: "GET",
      path: service.root,
      policy: null,
      covers: ([first = ""]) => /^(?:\$|%24)(?:all|crossjoin|entity)\b/i.test(first),
      handler: async (call) => serviceDocument(service, call),
    }),
    inProtocol({
      method: "GET",
      path: `${service.root}/$metadata`,
      policy: null,
      handler: async (call) => metadata(service, call),
    }),
  ];
}

function serviceDocument(service: ODataService, call: RouteCall): RouteAnswer {
  if (call.tail.length > 0) {
    throw new ServiceError("NOT_SUPPORTED", { message: "$all, $crossjoin and $entity are not supported here." });
  }
  const { contentType, metadata: level } = negotiateJson(call.headers, formatOf(call));
  const value = service.model.sets
    .filter(({ list }) => list !== undefined)
    .map(({ name }) => ({ name, kind: "EntitySet", url: name }));
  const context = level === "none" ? {} : { "@odata.context": `${rootAddress({ service, call })}/$metadata` };
  return { status: 200, headers: { "content-type": contentType }, body: { ...context, value } };
}

function metadata({ model }: ODataService, call: RouteCall): RouteAnswer {
  const { kind, contentType } = negotiate(call.headers, ["xml", "json"], formatOf(call));
  const body = kind === "json" ? metadataJson(model) : metadataXml(model, protocolVersion(call.headers));
  return { status: 200, headers: { "content-type": contentType }, body };
}

function formatOf(call: RouteCall): string | undefined {
  const { format, given, custom } = queryTree(call.query);
  const other = [...given.keys()].find((name) => name !== "format" && name !== "schemaversion") ?? custom[0]?.name;
  if (other === undefined) return format;
  throw new ServiceError("QUERY_OPTION_INVALID", {
    message: `The query option '${other.slice(0, 100)}' means nothing at this address. Leave it out.`,
    target: other.slice(0, 100),
  });
}
