import { expect, it } from "vitest";

import { boundaryIn } from "./boundary.ts";

it.each([
  ["multipart/mixed;boundary=b1", "b1"],
  ["multipart/mixed ; Boundary = b1 ; charset=utf-8", "b1"],
  ['multipart/mixed;charset="a;boundary=no";boundary="b 1"', "b 1"],
  ["multipart/mixed;boundary=b=1", "b=1"],
  ["multipart/mixed", undefined],
  ["multipart/mixed;boundary", undefined],
  ["multipart/mixed;boundary=", undefined],
  ['multipart/mixed;boundary=""', undefined],
  ['multipart/mixed;boundary="b1', undefined],
  ["multipart/mixed;boundary=b 1", undefined],
  ['multipart/mixed;boundary=b"1', undefined],
  [`multipart/mixed;boundary=${"b".repeat(71)}`, undefined],
])("%s names the boundary %s", (type, boundary) => expect(boundaryIn(type)).toBe(boundary));
