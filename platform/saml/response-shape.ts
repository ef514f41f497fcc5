import { samlOtherAlgorithms, type SamlSignature, samlSignatures } from "#domain/saml-signatures.ts";

import { everyElement, localName, readXml } from "./read-xml.ts";

/** Required places of these elements, each exactly once, in an answer whose signatures can mean one thing only. */
const places: Readonly<Record<string, readonly string[]>> = {
  Response: ["Response"],
  Assertion: ["Response/Assertion"],
  Signature: ["Response/Signature", "Response/Assertion/Signature"],
  EncryptedAssertion: [],
  EncryptedID: [],
};

const idNames = new Set(["ID", "Id", "id"]);

/**
 * Checks an answer before its signatures are verified: the elements that count are in their places and occur once, no ID occurs twice, and
 * every algorithm is allowed. Comments, instructions and CDATA, which hide or move something, are refused.
 * @throws Error with the rule that is broken
 */
export function checkResponseShape(xml: string, allowed: readonly SamlSignature[]): void {
  // No program writes these, and parsers treat them differently.
  if (/<!|<\?/.test(xml.replace(/^\uFEFF?<\?xml [^<>]*\?>/, "")))
    throw new Error("the XML holds a comment, an instruction, CDATA or a type of document");
  const algorithms = new Set([...allowed.map((name): string => samlSignatures[name]), ...samlOtherAlgorithms]);
  const ids = new Set<string>();
  const found: string[] = [];
  for (const [way, { name, attributes }] of everyElement(readXml(xml))) {
    if (Object.hasOwn(places, name)) found.push(way);
    for (const [attribute, value] of Object.entries(attributes)) {
      const local = localName(attribute);
      if (local === "Algorithm" && !algorithms.has(value)) throw new Error("an algorithm is not allowed");
      if (idNames.has(local) && ids.has(value)) throw new Error("an id is given twice");
      if (idNames.has(local)) ids.add(value);
    }
  }
  const wanted = Object.values(places).flat();
  if (found.toSorted().join() !== wanted.toSorted().join())
    throw new Error(`there should be ${wanted.join(", ")}, each once`);
}
