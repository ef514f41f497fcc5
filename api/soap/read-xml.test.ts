import { describe, expect, it } from "vitest";

import { soapAttributesMax, soapDepthMax, soapElementAttributesMax, soapMarkupMax } from "#domain/soap-limits.ts";

import { readXml } from "./read-xml.ts";

const read = (text: string | Buffer) => readXml(Buffer.from(text));
const expectRefused = (text: string | Buffer, words: RegExp) =>
  expect(read(text)).rejects.toMatchObject({ code: "BODY_INVALID", message: expect.stringMatching(words) as string });

describe("a message", () => {
  it("gives its elements with their names resolved, wherever the prefixes are declared", async () => {
    const found = await read(
      `<?xml version="1.0" encoding="UTF-8"?><!-- a note --><p:a xmlns:p="urn:p" xmlns="urn:d"><b q:x="1" xmlns:q="http://www.w3.org/2001/XMLSchema-instance" y="2"/><c xmlns=""> t<![CDATA[<&>]]>&amp;&#65; </c></p:a>`,
    );
    expect(found).toMatchObject({
      namespace: "urn:p",
      name: "a",
      children: [
        { namespace: "urn:d", name: "b" },
        { namespace: "", name: "c", text: " t<&>&A " },
      ],
    });
    expect([...(found.children[0]?.attributes ?? [])]).toEqual([
      ["xsi:x", "1"],
      ["y", "2"],
    ]);
  });

  it.each<[string, string, RegExp]>([
    ["nothing", "", /SOAP 1.1|well-formed/],
    ["blanks alone", "   ", /SOAP 1.1|well-formed/],
    ["text alone", "hello", /well-formed/],
    ["JSON", '{"a": 1}', /well-formed/],
    ["an open element", "<a><b></a>", /well-formed/],
    ["two roots", "<a/><b/>", /well-formed/],
    ["an unknown entity", "<a>&nbsp;</a>", /well-formed/],
    ["an attribute without quotes", "<a b=1/>", /well-formed/],
    ["a prefix that nobody declares", "<p:a/>", /not declared/],
    ["a document type", "<!DOCTYPE a><a/>", /document type/],
    ["entities within entities", `<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>`, /document type/],
    ["an external entity", `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`, /document type/],
    ["an external document type", `<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a/>`, /document type/],
    ["entities of parameters", `<!DOCTYPE a [<!ENTITY % b SYSTEM "x">%b;]><a/>`, /document type/],
    ["a style sheet", `<?xml-stylesheet href="http://127.0.0.1:9/x"?><a/>`, /processing instructions/],
    ["another encoding", `<?xml version="1.0" encoding="UTF-7"?><a/>`, /UTF-8/],
    ["half of a pair of characters", "<a>&#xD800;</a>", /XML does not allow|well-formed/],
    ["a zero character", "<a>&#0;</a>", /XML does not allow|well-formed/],
    ["a control character", "<a>&#x1;</a>", /XML does not allow|well-formed/],
  ])("that is %s is refused", async (_what, text, words) => expectRefused(text, words));

  it("that is not in UTF-8 is refused", async () => {
    await expectRefused(Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e]), /UTF-8/);
    await expectRefused(Buffer.from("<a/>", "utf16le"), /well-formed|XML does not allow/);
  });

  it.each<[string, string, RegExp]>([
    ["too deep", "<a>".repeat(soapDepthMax + 1), /elements deep/],
    ["far too deep", "<a>".repeat(10_000), /elements deep/],
    ["of too many elements", `<a>${"<b/>".repeat(soapMarkupMax - 1)}</a>`, /characters '<'/],
    ["of too many entities", `<a>${"&amp;".repeat(soapMarkupMax - 1)}</a>`, /characters '<'/],
    ["of too many brackets", `<a><![CDATA[${"]".repeat(soapMarkupMax)}`, /characters '<'/],
    [
      "of too many attributes at one element",
      `<a ${Array.from({ length: soapElementAttributesMax + 1 }, (_, index) => `a${index}=""`).join(" ")}/>`,
      /attributes/,
    ],
    [
      "of too many attributes",
      `<a>${'<b c="1" d="2" e="3" f="4"/>'.repeat(soapAttributesMax / 4)}<b c=""/></a>`,
      /attributes/,
    ],
  ])("that is %s is refused", async (_what, text, words) => expectRefused(text, words));

  it("is as deep as it may be", async () => {
    const text = "<a>".repeat(soapDepthMax) + "</a>".repeat(soapDepthMax);
    await expect(read(text)).resolves.toMatchObject({ name: "a" });
  });

  it.each([
    ["text", (size: number) => `<a>${"x".repeat(size)}</a>`],
    ["an open CDATA", (size: number) => `<a><![CDATA[${"]".repeat(size)}`],
    ["an open comment", (size: number) => `<a><!--${"- ".repeat(size / 2)}`],
    ["a name", (size: number) => `<${"n".repeat(size)}>`],
    ["an attribute", (size: number) => `<a b="${"&lt;".repeat(size / 4)}"/>`],
    ["attributes", (size: number) => `<a ${'b="" '.repeat(size / 5)}/>`],
    ["entities", (size: number) => `<a>${"&amp;".repeat(size / 5)}</a>`],
    ["declarations", (size: number) => `<a>${'<b xmlns:p="u"/>'.repeat(size / 16)}</a>`],
    ["references", (size: number) => `<a>${"&".repeat(size)}</a>`],
  ])("of 1 MiB of %s lets others have their turn", async (_what, textOf) => {
    let turns = 0;
    const ended = new AbortController();
    const others = async () => {
      while (!ended.signal.aborted) {
        await new Promise((resolve) => setImmediate(resolve));
        turns += 1;
      }
    };
    const waiting = others();
    await read(textOf(1024 * 1024)).catch((error: unknown) => expect(error).toMatchObject({ code: "BODY_INVALID" }));
    ended.abort();
    await waiting;
    expect(turns).toBeGreaterThan(0);
  });
});
