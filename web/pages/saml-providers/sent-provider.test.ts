import { expect, it } from "vitest";

import { certificatesIn, sentProvider } from "./sent-provider.ts";

const pem = (name: string) => `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----`;

it("parts certificates, with or without what PEM puts around them", () => {
  expect(certificatesIn("")).toEqual([]);
  expect(certificatesIn(`${pem("a")}\n${pem("b")} `)).toEqual([pem("a"), pem("b")]);
  expect(certificatesIn("MIIa\nMIIb\n\n MIIc \n")).toEqual(["MIIa\nMIIb", "MIIc"]);
});

it("sends certificates only where they were entered", () => {
  const changed: { readonly issuer: string; readonly certificates?: readonly string[] } = { issuer: "x" };
  expect(sentProvider(changed)).toEqual({ issuer: "x" });
  expect(sentProvider({ certificates: [`${pem("a")}${pem("b")}`] })).toEqual({ certificates: [pem("a"), pem("b")] });
});
