import { guidSeriesEnd } from "#domain/guid-series.ts";

const plain = /^[ !#-[\]-~]*$/;

/** The tables of such values, with the column that names the object. */
export const valueOwners = { accountAttributes: "accountKey", groupAttributes: "groupKey" } as const;

/** A value of an attribute as it is staged, with the key of its row where it has none yet: from the series of its object's. */
export type StagedValue = readonly [name: string, sequence: number, value: string, newKey: string];

/** A value as its row has it. */
export interface KeyedValue {
  readonly key: string;
  readonly name: string;
  readonly sequence: number;
  readonly value: string;
}

/**
 * The values of an object as one text, because a row for each would cost a listing more than all the rest: JSON of the values
 * by place, which is the end of the key, the sequence and the name, such as `0000002a0:mail`.
 */
export function valuesText(values: readonly StagedValue[]): string {
  const members = values.map(
    ([name, sequence, value, newKey]) =>
      `${quoted(`${newKey.slice(-guidSeriesEnd)}${sequence}:${name}`)}:${quoted(value)}`,
  );
  return `{${members.join(",")}}`;
}

/** The values of such a text; their keys are of the series of the object's. */
export function valuesOf(text: string, objectKey: string): KeyedValue[] {
  const head = objectKey.slice(0, -guidSeriesEnd);
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([place, value]) => {
    const colon = place.indexOf(":");
    const sequence = Number(place.slice(guidSeriesEnd, colon));
    return { key: head + place.slice(0, guidSeriesEnd), name: place.slice(colon + 1), sequence, value };
  });
}

// Half a surrogate is no text in any database.
function quoted(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  return JSON.stringify(text.toWellFormed());
}
