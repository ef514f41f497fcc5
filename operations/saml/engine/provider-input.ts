import { X509Certificate } from "node:crypto";

import { z } from "zod";

import { redirectUriProblem } from "#domain/identity/redirect-uri.ts";
import { samlProviders } from "#domain/resources/saml-providers.ts";
import { samlCertificateMaxCharacters, samlCertificatesMax, samlKeyBitsMin } from "#domain/saml-limits.ts";
import { type SamlSignature, samlSignatureNames } from "#domain/saml-signatures.ts";

import { inputOf } from "../../kernel/resource-input.ts";

// What holds for the addresses to which clients want their codes sent holds here too: whole, and https but on this machine.
const entryPointRule = "must be a whole address of https, or of http on this machine";
const entryPoint = z
  .string("must be a text")
  .superRefine((address, check) => {
    const problem = redirectUriProblem(address);
    if (problem !== undefined) check.addIssue({ code: "custom", message: `${entryPointRule}: it ${problem}` });
  })
  .meta({ format: "uri", rule: entryPointRule });

const certificateRule = `must be an X.509 certificate, in PEM or base64, with an RSA key of ${samlKeyBitsMin} bits or more`;

/** A certificate as PEM, however it was written. */
const certificate = z
  .string()
  .max(samlCertificateMaxCharacters)
  .transform((text, check) => {
    const pem = pemOf(text);
    if (pem === undefined) check.addIssue({ code: "custom", message: certificateRule });
    return pem ?? "";
  })
  .meta({ rule: certificateRule });

const certificates = z
  .array(certificate)
  .min(1, "must hold a certificate at least")
  .max(samlCertificatesMax, `must hold at most ${samlCertificatesMax} certificates`);

/** None: every one; a list without members, as it is read, says the same. */
const algorithms = z
  .array(
    z.enum(samlSignatureNames as readonly [SamlSignature, ...SamlSignature[]], {
      error: `must be one of: ${samlSignatureNames.join(", ")}; SHA-1 is refused`,
    }),
  )
  .max(samlSignatureNames.length, "must name each algorithm once")
  .transform((names) => (names.length === 0 ? null : names));

/** Schema of a new identity provider by a caller. */
export const newProvider = inputOf(samlProviders, "create", {
  entryPoint,
  certificates,
  signatureAlgorithms: algorithms.nullable().default(null),
});

/** Schema of a change of an identity provider by a caller. */
export const providerChanges = inputOf(samlProviders, "change", {
  entryPoint: entryPoint.optional(),
  certificates: certificates.optional(),
  signatureAlgorithms: algorithms.nullish(),
});

function pemOf(text: string): string | undefined {
  const body = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, "");
  try {
    const read = new X509Certificate(Buffer.from(body, "base64"));
    const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey;
    const fits = asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= samlKeyBitsMin;
    return fits ? read.toString() : undefined;
  } catch {
    return undefined;
  }
}
