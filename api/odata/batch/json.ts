import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { batchMethodMaxCharacters, batchNameMaxCharacters, batchPartsMax, urlMaxBytes } from "#domain/limits.ts";
import { checkInput } from "#operations/kernel/input-invalid.ts";
import { giveWay } from "#platform/loop-turns.ts";

import { parseJson } from "../../json-body.ts";
import { type BatchItem, type BatchResult, contentOf } from "./item.ts";
import { tooMany } from "./multipart.ts";
import { unitsOf } from "./units.ts";

const name = z.string().min(1).max(batchNameMaxCharacters);
const requestSchema = z.strictObject({
  id: name,
  method: z.string().max(batchMethodMaxCharacters),
  url: z.string().min(1).max(urlMaxBytes),
  headers: z.record(z.string().max(batchNameMaxCharacters), z.string()).optional(),
  body: z.unknown().optional(),
  atomicityGroup: name.optional(),
  dependsOn: z.array(name).max(batchPartsMax).optional(),
});
const batchSchema = z.strictObject({ requests: z.array(requestSchema) });

/**
 * Reads a batch in JSON.
 * @throws BODY_INVALID
 * @throws LIMIT_EXCEEDED
 */
export function parseJsonBatch(bytes: Buffer): readonly BatchItem[] {
  const body = parseJson(bytes);
  if (Array.isArray(body["requests"]) && body["requests"].length > batchPartsMax) throw tooMany();
  const parsed = checkInput(batchSchema, body);
  if (!parsed.success) {
    const { message, target } = parsed.refusal();
    throw new ServiceError("BODY_INVALID", { message: `The batch does not fit: ${message}`, target });
  }
  const ids = new Set<string>();
  checkNeighbours(parsed.data.requests.map(({ atomicityGroup }) => atomicityGroup ?? null));
  return parsed.data.requests.map(({ id, method, url, headers = {}, body: content, atomicityGroup, dependsOn }) => {
    if (ids.has(id)) throw new ServiceError("BODY_INVALID", { message: `Two requests have the id '${id}'.` });
    ids.add(id);
    return {
      id,
      group: atomicityGroup ?? null,
      dependsOn: dependsOn ?? [],
      method: method.toUpperCase(),
      url,
      headers: headersOf(headers, content),
      body: bytesOf(content),
    };
  });
}

/** Writes the answers of a batch as JSON text. Each body is inserted as it was written, without being parsed again. */
export async function writeJsonBatch(results: readonly BatchResult[]): Promise<string> {
  const parts: string[] = [];
  for (const { item, answer } of results) {
    const { text, headers } = await contentOf(answer);
    const isJson = headers["content-type"]?.startsWith("application/json");
    const head = JSON.stringify({
      id: item.id,
      ...(item.group === null ? {} : { atomicityGroup: item.group }),
      status: answer.status,
      headers,
    });
    parts.push(text === "" ? head : `${head.slice(0, -1)},"body":${isJson ? text : JSON.stringify(text)}}`);
    await giveWay();
  }
  return `{"responses":[${parts.join(",")}]}`;
}

// A group is one step of the batch, so its requests must be adjacent (OData JSON 19.1).
function checkNeighbours(groups: readonly (string | null)[]): void {
  const names = unitsOf(groups, (group) => group).map(([group]) => group ?? null);
  const torn = names.find((group, index) => group !== null && names.indexOf(group) !== index);
  if (torn === undefined) return;
  throw new ServiceError("BODY_INVALID", {
    message: `The requests of the group '${torn}' must stand one behind the other.`,
    target: "requests",
  });
}

function headersOf(given: Readonly<Record<string, string>>, content: unknown): Record<string, string> {
  const headers = Object.fromEntries(Object.entries(given).map(([header, value]) => [header.toLowerCase(), value]));
  return content === undefined || "content-type" in headers
    ? headers
    : { ...headers, "content-type": "application/json" };
}

function bytesOf(content: unknown): Buffer {
  if (content === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
}
