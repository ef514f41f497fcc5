import { type Attributes, ConnectorError, type Delta, type Filter, type Scalar } from "#connectors/contract/index.ts";

import { guidToBytes } from "./identifiers.ts";
import type { DomainSession } from "./session.ts";
import { isoToFileTime, isoToGeneralizedTime } from "./times.ts";

/**
 * Attributes as the domain takes them, from what `readValue` gives: bytes from base64, times from ISO 8601. Numbers for times are
 * left as they are.
 * @throws invalidValue
 */
export async function toDomainValues(session: DomainSession, attributes: Attributes): Promise<Attributes> {
  await session.forms.learn(session, Object.keys(attributes));
  return Object.fromEntries(
    Object.entries(attributes).map(([name, values]) => [name, values.map((value) => writeValue(session, name, value))]),
  );
}

/** The same for changes. */
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

/** The same for a filter; only whole values are turned, a part of one is a text. */
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
