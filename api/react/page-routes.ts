import { ServiceError } from "#domain/errors.ts";

import { namesTag } from "../odata/etag.ts";
import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";
import { acceptedEncoding } from "./accepted-encoding.ts";
import { type PageFile, pageFiles } from "./page-files.ts";
import { pagePolicy } from "./page-policy.ts";

const yearSeconds = 31_536_000;
// Their names hold a hash of what is in them.
const immutable = `public, max-age=${yearSeconds}, immutable`;
// Whoever keeps it asks each time whether it is still the one.
const asksAgain = "public, no-cache";

const files = pageFiles();

/** The pages of the web UI: one document, whose addresses stand behind `#`, and the files that it loads. */
export const pageRoutes: readonly RouteDefinition[] = [
  {
    method: "GET",
    path: "/react",
    policy: null,
    handler: async (call) => {
      const file = await files.read("index.html");
      if (file === undefined) throw new ServiceError("PAGES_MISSING");
      const headers = {
        "content-security-policy": pagePolicy,
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cache-control": asksAgain,
      };
      return answerFile(call, file, headers);
    },
  },
  fileRoute("/react/assets/{file}", ({ match }) => `assets/${match.keys["file"] ?? ""}`, immutable),
  fileRoute("/react/favicon.svg", () => "favicon.svg", asksAgain),
];

function fileRoute(path: string, nameOf: (call: RouteCall) => string, cacheControl: string): RouteDefinition {
  return {
    method: "GET",
    path,
    policy: null,
    handler: async (call) => {
      const file = await files.read(nameOf(call));
      if (file === undefined) throw new ServiceError("NOT_FOUND");
      return answerFile(call, file, { "cache-control": cacheControl });
    },
  };
}

function answerFile(
  { headers: { "accept-encoding": accepted, "if-none-match": known } }: RouteCall,
  { type, etag, plain, gzip, br }: PageFile,
  more: Readonly<Record<string, string>>,
): RouteAnswer {
  const encoding = acceptedEncoding(accepted, [...(br ? ["br" as const] : []), ...(gzip ? ["gzip" as const] : [])]);
  const tag = `"${etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
  const headers = { "content-type": type, ...more, vary: "Accept-Encoding", etag: tag };
  if (typeof known === "string" && namesTag(known, tag)) return { status: 304, headers };
  const packed = { br, gzip, identity: plain }[encoding] ?? plain;
  return {
    status: 200,
    headers: { ...headers, ...(encoding !== "identity" && { "content-encoding": encoding }) },
    body: packed,
  };
}
