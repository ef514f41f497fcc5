import { guidSeriesEnd } from "#domain/guid-series.ts";

const plain = /^[ !#-[\]-~]*$/;

/** Tables of attribute values, with the column that names the object. */
export const valueOwners = { accountAttributes: "accountKey", groupAttributes: "groupKey" } as const;

/** A staged value of an attribute. `newKey` is the key for its row if it has none yet, from the key series of its object. */
export type StagedValue = readonly [name: string, sequence: number, value: string, newKey: string];

/** An attribute value with the columns of its row. */
export interface KeyedValue {
  readonly key: string;
  readonly name: string;
  readonly sequence: number;
  readonly value: string;
}

/**
 * Returns the values of an object as one text, because a row for each would cost a listing more than everything else. The text is JSON of
 * the values by place: the end of the key, the sequence and the name, such as `0000002a0:mail`.
 */
export function valuesText(values: readonly StagedValue[]): string {
  const members = values.map(
    ([name, sequence, value, newKey]) =>
      `${quoted(`${newKey.slice(-guidSeriesEnd)}${sequence}:${name}`)}:${quoted(value)}`,
  );
  return `{${members.join(",")}}`;
}

/** Parses a text of values; their keys are of the series of the object's key. */
export function valuesOf(text: string, objectKey: string): KeyedValue[] {
  const head = objectKey.slice(0, -guidSeriesEnd);
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([place, value]) => {
    const colon = place.indexOf(":");
    const sequence = Number(place.slice(guidSeriesEnd, colon));
    return { key: head + place.slice(0, guidSeriesEnd), name: place.slice(colon + 1), sequence, value };
  });
}

// No database stores half a surrogate pair.
function quoted(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  return JSON.stringify(text.toWellFormed());
}
