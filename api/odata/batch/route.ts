import { strangersBodyMaxBytes } from "#domain/body-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { bodyMaxBytes } from "#domain/limits.ts";

import type { RouteAnswer, RouteCall, RouteDefinition } from "../../route.ts";
import { preferenceApplied, preferencesOf } from "../prefer.ts";
import { protocolVersion } from "../protocol.ts";
import type { BatchItem } from "./item.ts";
import { parseJsonBatch, writeJsonBatch } from "./json.ts";
import { parseMultipart } from "./multipart.ts";
import { runBatch } from "./run.ts";
import { writeMultipart } from "./write-multipart.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns the route that takes several requests at once; each is authorized on its own. */
export function batchRoute(root: string): RouteDefinition {
  return {
    method: "POST",
    path: `${root}/$batch`,
    policy: null,
    body: "bytes",
    // An unauthenticated caller can read only public documents by a batch.
    strangersBodyMaxBytes,
    bodyMaxBytes,
    // Parts inside parts would be beyond every count, and a group inside a group could not be undone with it.
    isWhole: true,
    handler: (call) => answerBatch(call, root),
  };
}

async function answerBatch(call: RouteCall, root: string): Promise<RouteAnswer> {
  const version = protocolVersion(call.headers);
  const contentType = String(call.headers["content-type"] ?? "");
  const isJson = /^application\/json\s*(;|$)/i.test(contentType);
  const items = isJson ? parseJsonBatch(call.rawBody) : parseMultipartBatch(call.rawBody, contentType);
  const { continueOnError } = preferencesOf(call.headers);
  const results = await runBatch(call, items, { root, continueOnError: continueOnError ?? false });
  const headers = {
    "odata-version": version,
    ...preferenceApplied([continueOnError ? "continue-on-error" : undefined]),
  };
  if (answersJson(call, isJson)) {
    const type = "application/json;odata.metadata=minimal;charset=utf-8";
    return { status: 200, headers: { ...headers, "content-type": type }, body: await writeJsonBatch(results) };
  }
  const { ids } = call.context;
  const boundary = `batch_${ids.guid()}`;
  return {
    status: 200,
    headers: { ...headers, "content-type": `multipart/mixed;boundary=${boundary}` },
    body: await writeMultipart(results, boundary, () => `group_${ids.guid()}`),
  };
}

function parseMultipartBatch(bytes: Buffer, contentType: string): readonly BatchItem[] {
  if (!/^multipart\/mixed[ \t]*;/i.test(contentType)) {
    throw new ServiceError("MEDIA_UNSUPPORTED", {
      message: "A batch must be multipart/mixed with a boundary, or application/json. Correct Content-Type.",
    });
  }
  try {
    return parseMultipart(utf8.decode(bytes), contentType);
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError("BODY_INVALID", { message: "The batch must be encoded in UTF-8.", cause });
  }
}

// The answer has the format of the batch, unless Accept names the other one.
function answersJson({ headers }: RouteCall, isJson: boolean): boolean {
  const accept = [headers["accept"] ?? ""].flat().join(",").toLowerCase();
  if (accept.includes("multipart/mixed")) return false;
  return isJson || accept.includes("application/json");
}
