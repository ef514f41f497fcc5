import type { Cursor } from "./cursor.ts";

const reference = /SRID=\d{1,5};/iy;
const coordinate = /(?:[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|NaN|-INF|INF)/iy;
const rule = "geoLiteral";

const shapes: Readonly<Record<string, (cursor: Cursor) => unknown>> = {
  point: readPoint,
  linestring: readLine,
  polygon: readPolygon,
  multipoint: (cursor) => readList(cursor, 0, readPoint),
  multilinestring: (cursor) => readList(cursor, 0, readLine),
  multipolygon: (cursor) => readList(cursor, 0, readPolygon),
  geometrycollection: (cursor) => readList(cursor, 1, readShape),
};
const shape = new RegExp(`(?:${Object.keys(shapes).join("|")})(?=\\()`, "iy");

/**
 * Reads a full geo literal (`SRID=0;Point(1 2)`) without its prefix and quotes.
 * @throws ODataSyntaxError
 */
export function readGeo(cursor: Cursor): void {
  if (cursor.match(reference) === null) cursor.fail("sridLiteral", "'SRID=' with a number and ';' is expected here.");
  readShape(cursor);
}

/**
 * Reads a geo literal without its reference system; gives the name of the shape in lower case.
 * @throws ODataSyntaxError
 */
export function readShape(cursor: Cursor): string {
  const name =
    cursor.match(shape)?.toLowerCase() ?? cursor.fail(rule, "The name of a shape is expected here, such as Point.");
  cursor.enter(rule);
  shapes[name]?.(cursor);
  cursor.leave();
  return name;
}

function readPoint(cursor: Cursor): void {
  const start = cursor.index;
  const count = readList(cursor, 1, readPosition);
  if (count > 1) cursor.fail("pointData", "Only one position is expected here.", start);
}

function readLine(cursor: Cursor): void {
  readList(cursor, 2, readPosition);
}

function readPolygon(cursor: Cursor): void {
  readList(cursor, 1, (ring) => readList(ring, 1, readPosition));
}

function readList(cursor: Cursor, least: number, read: (cursor: Cursor) => unknown): number {
  const start = cursor.index;
  cursor.expect("(", rule);
  let count = 0;
  if (!(least === 0 && cursor.text[cursor.index] === ")")) {
    do {
      read(cursor);
      count += 1;
    } while (cursor.take(","));
  }
  cursor.expect(")", rule);
  if (count < least) cursor.fail(rule, `At least ${least} positions are expected here.`, start);
  return count;
}

function readPosition(cursor: Cursor): void {
  let count = 0;
  do {
    if (cursor.match(coordinate) === null) cursor.fail("positionLiteral", "A number is expected here.");
    count += 1;
  } while (count < 4 && cursor.take(" "));
  if (count < 2) cursor.fail("positionLiteral", "A position has two to four numbers, divided by a blank.");
}
