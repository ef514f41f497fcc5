import { ServiceError } from "#domain/errors.ts";

import { answerDocument } from "../cached-document.ts";
import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";
import { acceptedEncoding } from "./accepted-encoding.ts";
import { type PageFile, pageFiles } from "./page-files.ts";
import { pagePolicy } from "./page-policy.ts";

const yearSeconds = 31_536_000;
// Files whose names hold a hash of their content.
const immutable = `public, max-age=${yearSeconds}, immutable`;
// A client that caches it validates it on each use.
const asksAgain = "public, no-cache";

const files = pageFiles();

/** Pages of the web UI: one document, whose addresses stand behind `#`, and the files that it loads. */
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
  call: RouteCall,
  { type, etag, plain, gzip, br }: PageFile,
  more: Readonly<Record<string, string>>,
): RouteAnswer {
  const atHand = [...(br ? ["br" as const] : []), ...(gzip ? ["gzip" as const] : [])];
  const encoding = acceptedEncoding(call.headers["accept-encoding"], atHand);
  const isPacked = encoding !== "identity";
  const document = {
    bytes: { br, gzip, identity: plain }[encoding] ?? plain,
    etag: `"${etag}${isPacked ? `-${encoding}` : ""}"`,
  };
  return answerDocument(call, document, {
    "content-type": type,
    ...more,
    ...(isPacked && { "content-encoding": encoding }),
  });
}
