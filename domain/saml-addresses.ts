/** Where identity providers find us, as routes have it. */
export const samlPaths = {
  metadata: "/identity/saml/{provider}/metadata",
  answer: "/identity/saml/{provider}/acs",
} as const;

/** The addresses at which one of them does. */
export function samlAddresses(publicAddress: string, provider: string): Record<keyof typeof samlPaths, string> {
  const of = (path: string) => publicAddress + path.replace("{provider}", encodeURIComponent(provider));
  return { metadata: of(samlPaths.metadata), answer: of(samlPaths.answer) };
}
