import { createHash } from "node:crypto";

import { ServiceError } from "#domain/errors.ts";

import { valueOf, type ValueWriting, writeValue } from "./json/value.ts";
import { attachedNames, propertyNamed } from "./model/types.ts";
import type { SourceRow, StructuredType } from "./structured-type.ts";

const digestCharacters = 16;
const epochRadix = 36;

/**
 * Returns the entity tag of a row: its version, and a digest of the values that are attached to it, so that every shown
 * change moves the tag. Null if the row has no version. The set's attachment must have completed the row. After a
 * restore the tag bears the epoch, because a version number may come again for another state.
 */
export function etagOf(type: StructuredType, row: SourceRow, epoch: number): string | null {
  const { version } = row;
  if (typeof version !== "number") return null;
  const attached = attachedNames(type);
  const digest = attached.length === 0 ? [] : [digestOf(type, attached, row)];
  return `W/"${[version, ...digest, ...(epoch === 0 ? [] : [epoch.toString(epochRadix)])].join(".")}"`;
}

function digestOf(type: StructuredType, attached: readonly string[], row: SourceRow): string {
  const values = attached.map((name) => {
    const property = propertyNamed(type, name);
    return property && writeValue(property, valueOf(name, property, row), plainly);
  });
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, digestCharacters);
}

const plainly: ValueWriting = { model: { qualified: () => "" }, metadata: "none", ieee754: false };

/** Reports whether a header If-Match or If-None-Match names this tag; weak and strong tags compare equal. */
export function namesTag(header: string, etag: string | null): boolean {
  const names = header.split(",").map((part) => part.trim().replace(/^W\//i, ""));
  return names.includes("*") || (etag !== null && names.includes(etag.replace(/^W\//, "")));
}

/** Reports whether a header If-Match names a tag with the version of a row, whatever its attached values are. */
export function namesVersion(header: string, { version }: SourceRow, epoch: number): boolean {
  const wanted = String(version);
  return header.split(",").some((part) => {
    const parts = /^(?:W\/)?"(?<parts>[^"]*)"$/i.exec(part.trim())?.groups?.["parts"]?.split(".") ?? [];
    const [named, ...others] = parts;
    const bearsEpoch = epoch === 0 ? others.length <= 1 : others.at(-1) === epoch.toString(epochRadix);
    return named === wanted && bearsEpoch;
  });
}

/**
 * Reports whether If-Match asks for a tag at all; `*` asks only that the entity exists.
 * @throws HEADER_INVALID
 */
export function asksForTag(header: string): boolean {
  const names = header.split(",").map((part) => part.trim());
  if (names.includes("*")) return false;
  if (names.every((name) => /^(?:W\/)?"[^"]*"$/i.test(name))) return true;
  throw new ServiceError("HEADER_INVALID", {
    message: 'If-Match must be * or entity tags such as W/"3". Take the one that the entity was read with.',
    target: "If-Match",
  });
}
