import { ServiceError } from "#domain/errors.ts";

import { answerDocument, type CachedDocument, cachedDocument } from "../../cached-document.ts";
import type { RouteAnswer, RouteCall, RouteDefinition } from "../../route.ts";
import { negotiate, negotiateJson } from "../negotiate.ts";
import { inProtocol, protocolVersion } from "../protocol.ts";
import { refuseOptions } from "../read/property.ts";
import { queryTree } from "../read/query-tree.ts";
import { type ODataService, rootAddress } from "../service.ts";
import { metadataJson } from "./json.ts";
import { metadataXml } from "./xml.ts";

/** Returns the routes of the documents that describe the service: at its root, and `$metadata`. */
export function metadataRoutes(service: ODataService): readonly RouteDefinition[] {
  const documents = documentKeeper();
  return [
    inProtocol({
      method: "GET",
      path: service.root,
      policy: null,
      covers: ([first = ""]) => /^(?:\$|%24)(?:all|crossjoin|entity)\b/i.test(first),
      handler: async (call) => serviceDocument(service, call, documents),
    }),
    inProtocol({
      method: "GET",
      path: `${service.root}/$metadata`,
      policy: null,
      handler: async (call) => metadata(service, call, documents),
    }),
  ];
}

/** Returns the document of a name; makes it on the first call. */
type Documents = (name: string, make: () => string) => CachedDocument;

function documentKeeper(): Documents {
  const kept = new Map<string, CachedDocument>();
  return (name, make) => {
    const document = kept.get(name) ?? cachedDocument(make());
    kept.set(name, document);
    return document;
  };
}

function serviceDocument(service: ODataService, call: RouteCall, documents: Documents): RouteAnswer {
  if (call.match.tail.length > 0) {
    throw new ServiceError("NOT_SUPPORTED", { message: "$all, $crossjoin and $entity are not supported here." });
  }
  const { contentType, metadata: level } = negotiateJson(call.headers, formatOf(call));
  const document = documents(level === "none" ? level : "with its context", () => {
    const value = service.model.sets
      .filter(({ list }) => list !== undefined)
      .map(({ name }) => ({ name, kind: "EntitySet", url: name }));
    const context = level === "none" ? {} : { "@odata.context": `${rootAddress({ service, call })}/$metadata` };
    return JSON.stringify({ ...context, value });
  });
  return answerDocument(call, document, { "content-type": contentType, vary: "Accept, OData-MaxVersion" });
}

function metadata({ model }: ODataService, call: RouteCall, documents: Documents): RouteAnswer {
  const version = protocolVersion(call.headers);
  // The JSON form exists only in 4.01, so a caller that accepts at most 4.0 does not get it.
  const isOld = call.headers["odata-maxversion"] !== undefined && version === "4.0";
  const { kind, contentType } = negotiate(call.headers, isOld ? ["xml"] : ["xml", "json"], formatOf(call));
  const headers = { "content-type": contentType, vary: "Accept, OData-MaxVersion" };
  if (kind === "json") {
    const document = documents("json", () => JSON.stringify(metadataJson(model)));
    return answerDocument(call, document, { ...headers, "odata-version": "4.01" });
  }
  const document = documents(`xml ${version}`, () => metadataXml(model, version));
  return answerDocument(call, document, headers);
}

function formatOf(call: RouteCall): string | undefined {
  const tree = queryTree(call.query);
  refuseOptions(tree, ["format", "schemaversion"]);
  return tree.format;
}
