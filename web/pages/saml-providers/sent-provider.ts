import { usualClockSkewSeconds } from "#domain/saml-limits.ts";

import type { SamlProvider } from "../../api/model.ts";

/** What is entered of an identity provider; its certificates stand in one text until they are sent. */
export type EnteredProvider = Omit<SamlProvider, "lastUpdatedModule" | "lastUpdatedNode">;

/** A new one, as the service would fill it in. */
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

/** The certificates in a text: each of its PEM texts, else what is parted by empty lines. */
export function certificatesIn(text: string): readonly string[] {
  const written = text.match(pem) ?? text.split(/\n\s*\n/);
  return written.map((one) => one.trim()).filter((one) => one !== "");
}

/** What is sent of what was entered. */
export function sentProvider(entered: Partial<EnteredProvider>): Partial<EnteredProvider> {
  const { certificates } = entered;
  return { ...entered, ...(certificates && { certificates: certificatesIn(certificates.join("\n\n")) }) };
}
