const pem = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Returns the certificates in a text: its PEM blocks, or else its parts between empty lines. */
export function certificatesIn(text: string): readonly string[] {
  const written = text.match(pem) ?? text.split(/\n\s*\n/);
  return written.map((one) => one.trim()).filter((one) => one !== "");
}

/** Returns the body for the changed values of an identity provider. */
export function sentProvider<Changed extends { readonly certificates?: readonly string[] }>(changed: Changed): Changed {
  const { certificates } = changed;
  return { ...changed, ...(certificates && { certificates: certificatesIn(certificates.join("\n\n")) }) };
}
