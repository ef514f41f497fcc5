import { expect, test } from "vitest";

import { makeSchema, unknownSchema } from "./directory-schema.ts";
import { inOneForm, isBinary, writtenName, writtenValues } from "./value-forms.ts";

const syntaxes = "1.3.6.1.4.1.1466.115.121.1";
const schema = makeSchema(
  [
    `( 1.1 NAME 'jpegPhoto' SYNTAX ${syntaxes}.28 )`,
    `( 1.2 NAME 'userCertificate' SYNTAX ${syntaxes}.8 )`,
    `( 1.3 NAME 'description' SYNTAX ${syntaxes}.15{1024} )`,
    `( 1.4 NAME 'sshPublicKey' SYNTAX ${syntaxes}.40 )`,
    `( 1.5 NAME 'token' SYNTAX ${syntaxes}.40{128} )`,
    "( 1.6 NAME 'badge' SUP token )",
  ],
  [],
);

test.each([
  ["jpegPhoto", true],
  ["JPEGPHOTO", true],
  ["userCertificate;binary", true],
  ["badge", true],
  ["description", false],
  ["sshPublicKey", false],
  ["unheardOf", false],
])("%s holds bytes: %s", (name, binary) => {
  expect(isBinary(schema, name)).toBe(binary);
});

test("without a schema the usual attributes of bytes are known", () => {
  expect(["jpegPhoto", "userCertificate", "cn"].map((name) => isBinary(unknownSchema, name))).toEqual([
    true,
    true,
    false,
  ]);
});

test("of an attribute of text only what is no text is bytes", () => {
  const latin = Buffer.from("M\u00fcller", "latin1");
  expect(inOneForm(false, [Buffer.from("Zoë"), latin, "ada"])).toEqual(["Zoë", latin, "ada"]);
  expect(inOneForm(true, ["Zoë", latin])).toEqual([Buffer.from("Zoë"), latin]);
});

test("what is shown in base64 is written as the bytes that it stands for", () => {
  expect(writtenValues(schema, "jpegPhoto", ["AAFBQkN/", Buffer.from("x")])).toEqual([
    Buffer.from("AAFBQkN/", "base64"),
    Buffer.from("x"),
  ]);
  for (const wrong of ["no base64", "AAFBQkN", "AAF_QkN-", 7, true])
    expect(() => writtenValues(schema, "jpegPhoto", [wrong])).toThrow(/"jpegPhoto" holds bytes/);
  expect(writtenValues(schema, "description", ["no base64"])).toEqual(["no base64"]);
});

test("a certificate is written under the name that the entry has, else with the option that it needs", () => {
  expect(writtenName(schema, "userCertificate")).toBe("userCertificate;binary");
  expect(writtenName(schema, "usercertificate", ["dn", "userCertificate"])).toBe("userCertificate");
  expect(writtenName(schema, "userCertificate", ["userCertificate;x-old"])).toBe("userCertificate;binary");
  expect(["jpegPhoto", "userCertificate;binary"].map((name) => writtenName(schema, name))).toEqual([
    "jpegPhoto",
    "userCertificate;binary",
  ]);
});
