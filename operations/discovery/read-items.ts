import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { z } from "zod";

import type { DiscoveredItem, DiscoveryChunk } from "#domain/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { discoveryChunkBytesMax, objectNameMaxCharacters, stableIdMaxCharacters } from "#domain/limits.ts";

import { sha256 } from "../proxies/signatures.ts";

type Attributes = Extract<DiscoveredItem, { kind: "object" }>["attributes"];

const id = z.string().min(1).max(stableIdMaxCharacters);
const name = z.string().min(1).max(objectNameMaxCharacters);
const item = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("object"),
    id,
    name,
    attributes: z.custom<Attributes>(areAttributes, "must name lists of texts, numbers and truth values"),
    enabled: z.boolean().exactOptional(),
    locked: z.boolean().exactOptional(),
    passwordExpired: z.boolean().exactOptional(),
    expiresAt: z.string().exactOptional(),
  }),
  z.strictObject({ kind: z.literal("same"), id }),
  z.strictObject({ kind: z.literal("member"), group: id, id: id.exactOptional(), name }),
  z.strictObject({ kind: z.literal("gone"), id }),
]);

/** An item of a listing with its line. */
export interface ReadItem {
  readonly item: DiscoveredItem;
  readonly line: string;
}

const inflate = promisify(gunzip);

/**
 * The items of a chunk.
 * @throws LISTING_INVALID when hash, compression or a line is not as it must be; the details name the line
 */
export async function readItems({ data, hash, items }: DiscoveryChunk): Promise<readonly ReadItem[]> {
  const bytes = Buffer.from(data, "base64");
  if (sha256(bytes) !== hash) throw invalid("the hash is not that of the data");
  const text = await inflate(bytes, { maxOutputLength: discoveryChunkBytesMax }).catch((cause: unknown) => {
    throw invalid("it is not compressed as it must be", cause);
  });
  const lines = text.length === 0 ? [] : text.toString("utf8").split("\n");
  if (lines.length !== items) throw invalid(`it has ${lines.length} lines instead of ${items}`);
  return lines.map(readLine);
}

function readLine(line: string): ReadItem {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalid("a line is not JSON", cause);
  }
  if (isListed(value)) return { item: value, line };
  const read = item.safeParse(value);
  if (read.success) return { item: read.data, line };
  const [issue] = read.error.issues;
  throw invalid(`${nameIn(value)}: ${issue?.path.join("/") ?? ""} ${issue?.message ?? "does not fit"}`);
}

const isFlag = (content: unknown) => typeof content === "boolean";
const isText = (charactersMax: number) => (content: unknown) =>
  typeof content === "string" && content.length > 0 && content.length <= charactersMax;

const required: ReadonlyMap<string, (content: unknown) => boolean> = new Map([
  ["kind", (content) => content === "object"],
  ["id", isText(stableIdMaxCharacters)],
  ["name", isText(objectNameMaxCharacters)],
  ["attributes", areAttributes],
]);
const allowed: ReadonlyMap<string, (content: unknown) => boolean> = new Map([
  ...required,
  ["enabled", isFlag],
  ["locked", isFlag],
  ["passwordExpired", isFlag],
]);

// Nearly every line is an object as it must be; the schema says what is wrong with the others.
function isListed(value: unknown): value is Extract<DiscoveredItem, { kind: "object" }> {
  if (typeof value !== "object" || value === null) return false;
  for (const member of required.keys()) if (!Object.hasOwn(value, member)) return false;
  return Object.entries(value).every(([member, content]) => allowed.get(member)?.(content) === true);
}

// Most of a listing is values, and a schema takes ten times as long for them.
function areAttributes(value: unknown): value is Attributes {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  for (const [attribute, values] of Object.entries(value)) {
    if (attribute.length === 0 || attribute.length > objectNameMaxCharacters || !Array.isArray(values)) return false;
    if (!values.every((one) => typeof one === "string" || typeof one === "number" || typeof one === "boolean"))
      return false;
  }
  return true;
}

function nameIn(value: unknown): string {
  const named = typeof value === "object" && value !== null && "name" in value ? String(value.name) : "an object";
  return named.slice(0, objectNameMaxCharacters);
}

function invalid(why: string, cause?: unknown): ServiceError {
  return new ServiceError("LISTING_INVALID", { message: `The part of a listing cannot be read: ${why}.`, cause });
}
