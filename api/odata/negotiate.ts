import { LRUCache } from "lru-cache";

import { ServiceError } from "#domain/errors.ts";

import type { RouteCall } from "../route.ts";

/** Amount of control information in a JSON answer. */
export type MetadataLevel = "none" | "minimal" | "full";

/** Form of a JSON answer. */
export interface JsonFormat {
  readonly kind: "json";
  readonly metadata: MetadataLevel;
  /** True if large and decimal numbers are texts. */
  readonly ieee754: boolean;
  readonly contentType: string;
}

/** Form of an answer that is not JSON. */
export interface OtherFormat {
  readonly kind: "xml" | "text";
  readonly contentType: string;
}

type Kind = (JsonFormat | OtherFormat)["kind"];

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

const mediaTypes: Readonly<Record<Kind, string>> = {
  json: "application/json",
  xml: "application/xml",
  text: "text/plain",
};
const shortNames: Readonly<Record<string, string>> = { json: "application/json", xml: "application/xml" };
const rangesMax = 50;
const keptTextsMax = 100;
const keptTextMaxCharacters = 200;

const formats = new LRUCache<string, JsonFormat | OtherFormat>({ max: keptTextsMax });

/**
 * Returns the form of the answer: of the kinds that the address has, the one that `$format`, or else Accept, prefers.
 * Without a preference it is the first kind.
 * @throws NOT_ACCEPTABLE
 */
export function negotiate(
  headers: RouteCall["headers"],
  kinds: readonly Kind[],
  format?: string,
): JsonFormat | OtherFormat {
  const accept = headers["accept"] ?? "*/*";
  const wanted = format ?? (typeof accept === "string" ? accept : accept.join(","));
  const name = `${kinds.join()} ${format === undefined ? "accept" : "$format"}=${wanted}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const found = bestOf(wanted, kinds, format);
  if (wanted.length <= keptTextMaxCharacters) formats.set(name, found);
  return found;
}

function bestOf(wanted: string, kinds: readonly Kind[], format: string | undefined): JsonFormat | OtherFormat {
  const named = format === undefined ? wanted : (shortNames[wanted.trim().toLowerCase()] ?? wanted);
  const written = named.trim() === "" ? "*/*" : named;
  const ranges = written.split(",").slice(0, rangesMax).map(readRange);
  let best: Candidate | undefined;
  // Of equally wanted kinds the first one is given: `application/json, */*` has no preference.
  for (const kind of kinds) {
    const candidate = candidateOf(kind, ranges);
    if (candidate !== undefined && candidate.quality > (best?.quality ?? 0)) best = candidate;
  }
  if (best !== undefined) return best.format;
  throw new ServiceError("NOT_ACCEPTABLE", {
    message: `This address answers in ${kinds.map((kind) => mediaTypes[kind]).join(" or ")}. Correct ${format === undefined ? "Accept" : "$format"}.`,
    target: format === undefined ? "Accept" : "$format",
  });
}

interface Candidate {
  readonly format: JsonFormat | OtherFormat;
  readonly quality: number;
}

/** Returns a kind with the preference of the media ranges that match it most exactly. */
function candidateOf(kind: Kind, ranges: readonly MediaRange[]): Candidate | undefined {
  const matching = ranges.flatMap((range) => {
    const format = formatOf(kind, range);
    return format === null ? [] : [{ format, quality: range.quality, exactness: exactnessOf(range) }];
  });
  return matching.toSorted((a, b) => b.exactness - a.exactness || b.quality - a.quality)[0];
}

function exactnessOf({ type }: MediaRange): number {
  if (type === "*/*") return 0;
  return type.endsWith("/*") ? 1 : 2;
}

/**
 * Returns the form of an answer that is always JSON.
 * @throws NOT_ACCEPTABLE
 */
export function negotiateJson(headers: RouteCall["headers"], format?: string): JsonFormat {
  const { accept = "*/*" } = headers;
  return format === undefined && accept === "*/*" ? anyJson : (negotiate(headers, ["json"], format) as JsonFormat);
}

function readRange(text: string): MediaRange {
  const [type = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters = new Map(
    rest.map((part) => {
      const equals = part.indexOf("=");
      const value = part.slice(equals + 1).replaceAll('"', "");
      return [part.slice(0, Math.max(0, equals)).trim().toLowerCase(), value.trim().toLowerCase()] as const;
    }),
  );
  const quality = Number(parameters.get("q") ?? 1);
  return { type: type.toLowerCase(), parameters, quality: Number.isNaN(quality) ? 1 : quality };
}

function formatOf(kind: Kind, { type, parameters }: MediaRange): JsonFormat | OtherFormat | null {
  const mediaType = mediaTypes[kind];
  const [family = ""] = mediaType.split("/");
  const charset = parameters.get("charset") ?? "utf-8";
  if (charset !== "utf-8" || !["*/*", `${family}/*`, mediaType].includes(type)) return null;
  return kind === "json" ? jsonFormat(parameters) : { kind, contentType: `${mediaType};charset=utf-8` };
}

function jsonFormat(parameters: MediaRange["parameters"]): JsonFormat | null {
  const metadata = parameters.get("odata.metadata") ?? parameters.get("metadata") ?? "minimal";
  if (metadata !== "none" && metadata !== "minimal" && metadata !== "full") return null;
  const ieee754 = parameters.get("ieee754compatible") === "true";
  const extra = ieee754 ? ";IEEE754Compatible=true" : "";
  const contentType = `${mediaTypes.json};odata.metadata=${metadata}${extra};charset=utf-8`;
  return { kind: "json", metadata, ieee754, contentType };
}

/** Format that most callers ask for. */
const anyJson = negotiate({}, ["json"]) as JsonFormat;
