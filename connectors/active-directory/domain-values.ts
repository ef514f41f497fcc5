import { type Attributes, ConnectorError, type Delta, type Filter, type Scalar } from "#connectors/contract/index.ts";

import { guidToBytes } from "./identifiers.ts";
import type { DomainSession } from "./session.ts";
import { isoToFileTime, isoToGeneralizedTime } from "./times.ts";

/**
 * Converts attributes from the form of `readValue` into the domain's: bytes from base64, times from ISO 8601. Times given as
 * numbers stay unchanged.
 * @throws invalidValue
 */
export async function toDomainValues(session: DomainSession, attributes: Attributes): Promise<Attributes> {
  await session.forms.learn(session, Object.keys(attributes));
  return Object.fromEntries(
    Object.entries(attributes).map(([name, values]) => [name, values.map((value) => writeValue(session, name, value))]),
  );
}

/** Converts the values of changes in the same way. */
export async function toDomainDeltas(session: DomainSession, deltas: readonly Delta[]): Promise<Delta[]> {
  await session.forms.learn(
    session,
    deltas.map(({ attr }) => attr),
  );
  const written = (attr: string, values: readonly Scalar[]) => values.map((value) => writeValue(session, attr, value));
  return deltas.map(({ attr, replace, add, remove }) => ({
    attr,
    ...(replace && { replace: written(attr, replace) }),
    ...(add && { add: written(attr, add) }),
    ...(remove && { remove: written(attr, remove) }),
  }));
}

/** Converts the values of a filter in the same way; only whole values are converted, a part of one stays text. */
export async function toDomainFilter(session: DomainSession, filter: Filter): Promise<Filter> {
  if (filter.op === "and" || filter.op === "or") {
    const of: Filter[] = [];
    for (const part of filter.of) of.push(await toDomainFilter(session, part));
    return { op: filter.op, of };
  }
  if (filter.op === "not") return { op: "not", of: await toDomainFilter(session, filter.of) };
  if (filter.op !== "eq") return filter;
  await session.forms.learn(session, [filter.attr]);
  return { ...filter, value: writeValue(session, filter.attr, filter.value) };
}

function writeValue({ forms }: DomainSession, name: string, value: Scalar): Scalar {
  const form = forms.of(name);
  if (typeof value !== "string") return value;
  if (form === "bytes") {
    const bytes = Buffer.from(value, "base64");
    if (bytes.toString("base64") === value) return bytes;
    throw new ConnectorError("invalidValue", `"${name}" holds bytes; give them in base64.`);
  }
  if (form === "guid") return guidToBytes(value) ?? value;
  if (form === "fileTime") return isoToFileTime(value) ?? value;
  return form === "time" ? (isoToGeneralizedTime(value) ?? value) : value;
}
