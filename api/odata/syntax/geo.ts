import type { Cursor } from "./cursor.ts";

const shape = /(?:Point|LineString|Polygon|MultiPoint|MultiLineString|MultiPolygon|GeometryCollection)(?=\()/iy;
const reference = /SRID=\d{1,5};/iy;
const coordinate = /(?:[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|NaN|-INF|INF)/iy;
const rule = "geoLiteral";

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
  switch (name) {
    case "point":
      readPositions(cursor, 1, 1);
      break;
    case "linestring":
      readPositions(cursor, 2, Number.POSITIVE_INFINITY);
      break;
    case "polygon":
      readPolygon(cursor, 1);
      break;
    case "multipoint":
      readList(cursor, 0, () => readPositions(cursor, 1, 1));
      break;
    case "multilinestring":
      readList(cursor, 0, () => readPositions(cursor, 2, Number.POSITIVE_INFINITY));
      break;
    case "multipolygon":
      readList(cursor, 0, () => readPolygon(cursor, 1));
      break;
    default:
      readList(cursor, 1, () => void readShape(cursor));
  }
  cursor.leave();
  return name;
}

function readPolygon(cursor: Cursor, least: number): void {
  readList(cursor, least, () => readPositions(cursor, 1, Number.POSITIVE_INFINITY));
}

function readPositions(cursor: Cursor, least: number, most: number): void {
  const start = cursor.index;
  const count = readList(cursor, least, () => readPosition(cursor));
  if (count > most) cursor.fail("pointData", "Only one position is expected here.", start);
}

function readList(cursor: Cursor, least: number, read: () => void): number {
  const start = cursor.index;
  cursor.expect("(", rule);
  let count = 0;
  if (!(least === 0 && cursor.text[cursor.index] === ")")) {
    do {
      read();
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
