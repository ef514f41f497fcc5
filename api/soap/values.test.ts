import { describe, expect, it } from "vitest";

import { objectNamesMax } from "#domain/body-limits.ts";

import { type Field, nothing, type Shape } from "../offered/shape.ts";
import { readElement } from "./read-value.ts";
import { readXml } from "./read-xml.ts";
import { escapeXml, writeElement } from "./write-xml.ts";

const field = (shape: Shape): Field => ({ shape, required: false, nullable: true });
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const elementOf = (text: string) => readXml(Buffer.from(text.replace(/^<a\b/, `<a ${xsi}`)));
const read = async (shape: Shape, text: string) => readElement(shape, await elementOf(text));
const any: Shape = { kind: "any" };

const deep: Shape = {
  kind: "object",
  fields: {
    text: field({ kind: "text" }),
    count: field({ kind: "integer" }),
    share: field({ kind: "number" }),
    flag: field({ kind: "flag" }),
    at: field({ kind: "moment" }),
    list: field({ kind: "list", of: { kind: "object", fields: { x: field({ kind: "text" }) } } }),
    any: field(any),
  },
};

describe("a value of JSON", () => {
  it.each<[Shape, unknown]>([
    [{ kind: "text" }, "  blanks stay \n & <so> \"do\" 'these' \r\u{1F600} ]]>"],
    [{ kind: "text" }, ""],
    [{ kind: "integer" }, -9_007_199_254_740_991],
    [{ kind: "number" }, 1.5e-7],
    [{ kind: "flag" }, false],
    [{ kind: "list", of: { kind: "text" } }, []],
    [{ kind: "list", of: { kind: "text" } }, ["a", "", "b"]],
    [
      deep,
      {
        text: "t",
        count: 0,
        share: 0.5,
        flag: true,
        at: "2030-01-01T00:00:00.000Z",
        list: [{ x: "1" }, {}],
        any: null,
      },
    ],
    [deep, {}],
    [any, null],
    [any, "text"],
    [any, 5],
    [any, true],
    [any, [1, [null, "x"], {}]],
    [any, { "@odata.context": "x", "a b<c>": [], constructor: { n: null } }],
  ])("comes back from XML as it was: %j %j", async (shape, value) => {
    expect(await read(shape, writeElement("a", shape, value))).toEqual(value);
  });

  it("has no more fields than an object of JSON may have", async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `<n${index}/>`).join("");
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => `<entry name="n${index}"/>`).join("");
    for (const shape of [nothing, any]) {
      const text = (count: number) =>
        shape === any ? `<a><object>${entries(count)}</object></a>` : `<a>${fields(count)}</a>`;
      expect(Object.keys((await read(shape, text(objectNamesMax))) as object)).toHaveLength(objectNamesMax);
      await expect(read(shape, text(objectNamesMax + 1))).rejects.toThrow(`at most ${objectNamesMax} fields`);
    }
  });

  it("loses what XML can hold in no form, and nothing else", () => {
    expect(escapeXml("a\u0000b\u0001c\uD800d\uFFFEe\tf")).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\tf");
  });
});

describe("an element that does not fit", () => {
  it.each<[string, Shape, string, unknown]>([
    ["a number that is none", { kind: "integer" }, "<a>12abc</a>", "12abc"],
    ["a number with a comma", { kind: "number" }, "<a>1,5</a>", "1,5"],
    ["a flag that is none", { kind: "flag" }, "<a>yes</a>", "yes"],
    ["a property of every object as flag", { kind: "flag" }, "<a>constructor</a>", "constructor"],
    ["an unknown field", deep, "<a><more>x</more></a>", { more: "x" }],
    ["a property of every object as field", deep, "<a><constructor>x</constructor></a>", { constructor: "x" }],
  ])("%s stays what it is, for the operation to judge", async (_what, shape, text, value) => {
    expect(await read(shape, text)).toEqual(value);
  });

  it.each<[string, Shape, string]>([
    ["elements in a text", { kind: "text" }, "<a>x<b/></a>"],
    ["elements in a secret", { kind: "secret" }, "<a><b>x</b></a>"],
    ["something else than items in a list", { kind: "list", of: { kind: "text" } }, "<a><b>x</b></a>"],
    ["a field twice", deep, "<a><text>1</text><text>2</text></a>"],
    ["two values at once", any, "<a><text>1</text><number>2</number></a>"],
    ["a value of no kind", any, "<a><b>1</b></a>"],
    ["an entry without a name", any, "<a><object><entry><text>x</text></entry></object></a>"],
    ["an entry twice", any, '<a><object><entry name="x"/><entry name="x"/></object></a>'],
    ["the prototype of all objects", any, '<a><object><entry name="__proto__"><object/></entry></object></a>'],
    ["the prototype as a field", deep, "<a><__proto__>x</__proto__></a>"],
  ])("%s is refused", async (_what, shape, text) => {
    await expect(read(shape, text)).rejects.toMatchObject({ code: "BODY_INVALID" });
  });
});
