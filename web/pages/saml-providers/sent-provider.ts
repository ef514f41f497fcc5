import { usualClockSkewSeconds } from "#domain/saml-limits.ts";

import type { SamlProvider } from "../../api/model.ts";

/** Entered values of an identity provider; its certificates are a single text until they are sent. */
export type EnteredProvider = Omit<SamlProvider, "lastUpdatedModule" | "lastUpdatedNode">;

/** Initial values of an identity provider, equal to the service's defaults. */
export const newProvider: EnteredProvider = {
  id: "",
  description: null,
  entryPoint: "",
  issuer: "",
  certificates: [],
  entityId: null,
  nameAttribute: null,
  userAttribute: null,
  signatureAlgorithms: [],
  clockSkewSeconds: usualClockSkewSeconds,
  userClass: null,
  superusers: false,
  enabled: true,
};

const pem = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Returns the certificates in a text: its PEM blocks, or else its parts between empty lines. */
export function certificatesIn(text: string): readonly string[] {
  const written = text.match(pem) ?? text.split(/\n\s*\n/);
  return written.map((one) => one.trim()).filter((one) => one !== "");
}

/** Returns the body for the entered values of an identity provider. */
export function sentProvider<Entered extends Partial<EnteredProvider>>(entered: Entered): Entered {
  const { certificates } = entered;
  return { ...entered, ...(certificates && { certificates: certificatesIn(certificates.join("\n\n")) }) };
}
