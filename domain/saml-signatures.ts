/** Algorithms by which an identity provider may sign, by the names that its row uses; none is built on SHA-1. */
export const samlSignatures = {
  "rsa-sha256": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "rsa-sha512": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "rsa-pss-sha256": "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
} as const;

/** Name of an algorithm for signatures. */
export type SamlSignature = keyof typeof samlSignatures;

/** Names of the algorithms. */
export const samlSignatureNames = Object.keys(samlSignatures) as readonly SamlSignature[];

/** Other algorithms that a signature may name: digests, and canonicalization of its text. */
export const samlOtherAlgorithms: readonly string[] = [
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
];
