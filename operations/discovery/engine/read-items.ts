import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import type { DiscoveredItem, DiscoveryChunk } from "#domain/discovery/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { discoveryChunkBytesMax, objectNameMaxCharacters, stableIdMaxCharacters } from "#domain/limits.ts";
import { cutNamesMax, leftOutReasonMaxCharacters } from "#domain/report-limits.ts";

import { sha256 } from "../../proxies/engine/signatures.ts";

/** An item of a listing with its line. */
export interface ReadItem {
  readonly item: DiscoveredItem;
  readonly line: string;
}

const inflate = promisify(gunzip);

/**
 * Parses the items of a chunk.
 * @throws LISTING_INVALID if hash, compression or a line is wrong; the details name the line
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
  const problem = problemOf(value);
  if (problem !== undefined) throw invalid(`${nameIn(value)}: ${problem}`);
  return { item: value as DiscoveredItem, line };
}

/** Rule for a member of a line; an optional one may be missing. */
interface Member {
  readonly name: string;
  readonly fits: (content: unknown) => boolean;
  readonly must: string;
  readonly isOptional?: true;
}

const textOf = (name: string, charactersMax: number): Member => ({
  name,
  fits: (content) => typeof content === "string" && content.length > 0 && content.length <= charactersMax,
  must: `must be a text of 1 to ${charactersMax} characters`,
});
const optional = (member: Member): Member => ({ ...member, isOptional: true });
const flag = (name: string): Member =>
  optional({ name, fits: (content) => typeof content === "boolean", must: "must be true or false" });
const time = (name: string): Member =>
  optional({ name, fits: (content) => typeof content === "string", must: "must be a text" });
const id = textOf("id", stableIdMaxCharacters);
const name = textOf("name", objectNameMaxCharacters);

const membersOf: { readonly [K in DiscoveredItem["kind"]]: readonly Member[] } = {
  object: [
    id,
    name,
    { name: "attributes", fits: areAttributes, must: "must name lists of texts, numbers and truth values" },
    flag("enabled"),
    flag("locked"),
    flag("passwordExpired"),
    time("passwordExpiresAt"),
    time("expiresAt"),
  ],
  same: [id],
  member: [
    textOf("group", stableIdMaxCharacters),
    optional(id),
    name,
    optional(textOf("through", objectNameMaxCharacters)),
  ],
  hidden: [textOf("group", stableIdMaxCharacters)],
  leftOut: [optional(id), name, textOf("why", leftOutReasonMaxCharacters)],
  cut: [name, { name: "attributes", fits: areNames, must: `must be 1 to ${cutNamesMax} names` }],
  gone: [id],
};

// Written by hand: a schema takes ten times as long for a listing of a hundred thousand.
function problemOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "must be an object";
  const line = value as Readonly<Record<string, unknown>>;
  const kind = line["kind"];
  const members =
    typeof kind === "string" && Object.hasOwn(membersOf, kind) && membersOf[kind as DiscoveredItem["kind"]];
  if (!members) return `kind must be one of ${Object.keys(membersOf).join(", ")}`;
  let known = 1;
  for (const member of members) {
    const isThere = Object.hasOwn(line, member.name);
    if (isThere ? !member.fits(line[member.name]) : !member.isOptional) return `${member.name} ${member.must}`;
    if (isThere) known += 1;
  }
  const all = Object.keys(line);
  if (all.length === known) return undefined;
  const unknown = all.find((one) => one !== "kind" && members.every((member) => member.name !== one)) ?? "";
  return `${unknown.slice(0, objectNameMaxCharacters)} is no member of it`;
}

function areNames(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= cutNamesMax &&
    value.every((one) => typeof one === "string" && one.length <= objectNameMaxCharacters)
  );
}

function areAttributes(value: unknown): boolean {
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
