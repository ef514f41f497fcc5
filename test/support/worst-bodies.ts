import { gzipSync } from "node:zlib";

import {
  bodyNamesMax,
  jsonDepthMax,
  jsonValuesMax,
  objectNamesMax,
  strangersBodyMaxBytes,
} from "#domain/body-limits.ts";
import { bodyMaxBytes } from "#domain/limits.ts";

/** A body that takes long to read, with the headers that it needs. */
export interface WorstBody {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  bytes(): Buffer;
}

/** Fields that an input knows, each with its own fields. */
export interface KnownFields {
  readonly [name: string]: KnownFields;
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const xml = { "content-type": "text/xml; charset=utf-8" };
const room = bodyMaxBytes - 500;

const times = (count: number, part: (index: number) => string) => Array.from({ length: count }, (_, n) => part(n));
const object = (names: readonly string[], value = "0") => `{${names.map((name) => `"${name}":${value}`).join(",")}}`;
const list = (count: number, part: string) => `[${times(count, () => part).join(",")}]`;
const numbered = (count: number, name = "n") => times(count, (index) => `${name}${index}`);
const text = (part: string) => `"${part.repeat(Math.floor(room / Buffer.byteLength(part)))}"`;

/** Values in JSON that take long in any place, each within the limits of a body or just beyond one; the longest first. */
const worstValues: Readonly<Record<string, () => string>> = {
  "a list of small objects": () => list(jsonValuesMax - 100, "{}"),
  "objects with as many names as there may be": () =>
    `[${times(2, () => object(numbered(objectNamesMax - 50), "{}")).join(",")}]`,
  "as many objects of two names as there may be": () => list(bodyNamesMax / 2 - 10, '{"a":"x","b":[]}'),
  "a list of numbers": () => list(jsonValuesMax - 100, "0"),
  "a list of texts": () => list(jsonValuesMax - 100, '"x"'),
  "a list of lists": () => list(jsonValuesMax - 100, "[]"),
  "an object with as many names as it may have": () => object(numbered(objectNamesMax - 50), '"x"'),
  "lists of ten": () => list(900, list(10, '""')),
  "a text of one letter": () => text("x"),
  "a text of blanks": () => `"${" ".repeat(room)}x"`,
  "a text of combining signs": () => text("\u0301"),
  "a text of escapes": () => text(String.raw`\u0301`),
  "a text of escaped pairs": () => text(String.raw`\ud83d\ude00`),
  "a text of commas": () => text("a,"),
  "a text of line ends": () => text(String.raw`a,b\n`),
  "a text of brackets": () => text("("),
  "a text of dots": () => text("a."),
  "names that end in digits before a letter": () =>
    `[${times(2, () =>
      object(
        times(objectNamesMax - 50, (index) => `${index}${"1".repeat(60)}b`),
        '"x"',
      ),
    ).join(",")}]`,
  "a number of many digits": () => "1".repeat(room),
  "a number with an exponent": () => `1e${"9".repeat(room)}`,
  "a deep value": () => `${'{"a":['.repeat(jsonDepthMax / 2 - 2)}${"]}".repeat(jsonDepthMax / 2 - 2)}`,
};

/** Whole JSON bodies without a known field. */
const worstJson: Readonly<Record<string, () => string>> = {
  "names up to the last byte": () => object(numbered(49_900)),
  "as many names as an object may have": () => object(numbered(objectNamesMax - 1)),
  "long names": () => object(times(objectNamesMax - 1, (index) => `${"x".repeat(480)}${index}`)),
  "names of combining signs": () => object(times(objectNamesMax - 1, (index) => `${"\u0301".repeat(200)}${index}`)),
  "names of every object": () => object(times(objectNamesMax - 1, (index) => `__proto__${index}`)),
  annotations: () =>
    object(
      times(objectNamesMax - 1, (index) => `a${index}@odata.type`),
      '"#x"',
    ),
  references: () =>
    object(
      times(objectNamesMax - 1, (index) => `a${index}@odata.bind`),
      `"${"x(".repeat(50)}"`,
    ),
  "one name twice": () =>
    `{"a":0,${numbered(objectNamesMax - 10)
      .map((name) => `"${name}":0`)
      .join(",")},"a":0}`,
  blanks: () => `{${" ".repeat(room)}}`,
  "deeper than may be": () => '{"a":'.repeat(room / 5),
  "brackets that never close": () => `{"a":${"[".repeat(room)}`,
  quotes: () => `{"a":${text(String.raw`\"`)}}`,
};

type Place = readonly [name: string, before: string, after: string];

/** Returns every place for a value in an input: its fields, alone and in lists, and their own fields. */
function placesIn(fields: KnownFields, levels = 3): readonly Place[] {
  return Object.entries(fields).flatMap(([name, inside]) => [
    [name, `{"${name}":`, "}"] as const,
    ...(levels <= 1 ? [] : placesIn(inside, levels - 1)).flatMap(([below, before, after]) => [
      [`${name}.${below}`, `{"${name}":${before}`, `${after}}`] as const,
      [`${name}[].${below}`, `{"${name}":[${before}`, `${after}]}`] as const,
    ]),
  ]);
}

/** Returns JSON bodies for an input with these fields. */
export function worstJsonBodies(fields: KnownFields): readonly WorstBody[] {
  const places = placesIn(fields);
  const whole = (name: string, make: () => string) => ({ name, headers: json, bytes: () => Buffer.from(make()) });
  const bomb = () => gzipSync(Buffer.alloc(10 * bodyMaxBytes, " "));
  return [
    ...Object.entries(worstJson).map(([name, make]) => whole(name, make)),
    { name: "a bomb of gzip", headers: { ...json, "content-encoding": "gzip" }, bytes: bomb },
    ...Object.entries(worstValues).flatMap(([value, make]) =>
      places.map(([place, before, after]) => whole(`${value} at ${place}`, () => before + make() + after)),
    ),
  ];
}

/** Returns JSON bodies of the size that anonymous callers may send; beyond it nothing is read. */
export function strangersJsonBodies(fields: readonly string[]): readonly WorstBody[] {
  const whole = (name: string, body: string) => ({ name, headers: json, bytes: () => Buffer.from(body) });
  const fill = (part: string, size: number) => part.repeat(Math.floor(size / Buffer.byteLength(part)));
  const small = strangersBodyMaxBytes - 100;
  return [
    ...worstJsonBodies({}),
    whole("names", object(numbered(1500))),
    ...fields.flatMap((field) =>
      ["x", " ", "\u0301", String.raw`\u0301`, "a."].map((part) =>
        whole(`${field} filled with ${JSON.stringify(part)}`, `{"${field}":"${fill(part, small)}"}`),
      ),
    ),
    ...fields.flatMap((field) =>
      ["{}", "0", '""'].map((part) => whole(`${field}: a list of ${part}`, `{"${field}":${list(small / 4, part)}}`)),
    ),
  ];
}

/** Returns forms with these fields. */
export function worstForms(fields: readonly string[]): readonly WorstBody[] {
  const fill = (part: string, size = strangersBodyMaxBytes) =>
    part.repeat(Math.ceil(size / part.length)).slice(0, size);
  const whole = (name: string, body: string) => ({ name, headers: form, bytes: () => Buffer.from(body) });
  const names = numbered(3000)
    .map((name) => `${name}=`)
    .join("&");
  return [
    whole("names", names.slice(0, strangersBodyMaxBytes)),
    ...["%41", "%", "+", "&", "=", "%cc%81", "x"].map((part) => whole(`filled with ${part}`, fill(part))),
    ...fields.flatMap((field) =>
      ["x", "%cc%81", "%20", ".", "eyJ"].map((part) =>
        whole(`${field} filled with ${part}`, `${field}=${fill(part, strangersBodyMaxBytes - field.length - 1)}`),
      ),
    ),
  ];
}

/** Returns SOAP messages. */
export function worstXml(): readonly WorstBody[] {
  const soap = "http://schemas.xmlsoap.org/soap/envelope/";
  const whole = (name: string, inside: () => string) => ({
    name,
    headers: xml,
    bytes: () =>
      Buffer.from(
        `<e:Envelope xmlns:e="${soap}"><e:Body><requests.submit xmlns="urn:gatehouse:idapi:1">${inside()}</requests.submit></e:Body></e:Envelope>`,
      ),
  });
  const reason = (part: string, count: number) => `<reason>${part.repeat(count)}</reason>`;
  return [
    whole("elements", () => times(9000, (index) => `<a${index}/>`).join("")),
    whole("the same element", () => "<a/>".repeat(19_000)),
    whole("operations", () => `<operations>${"<item/>".repeat(19_000)}</operations>`),
    whole("entries", () => `<x><object>${times(4900, (n) => `<entry name="n${n}"/>`).join("")}</object></x>`),
    whole("text", () => reason("x", room - 1000)),
    whole("entities", () => reason("&amp;", 19_000)),
    whole("attributes", () => `<a ${times(63, (n) => `a${n}=""`).join(" ")}/>`.repeat(300)),
    whole("deep", () => "<a>".repeat(60) + "</a>".repeat(60)),
  ];
}
