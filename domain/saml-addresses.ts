/** Paths at which identity providers call the service, in the form of routes. */
export const samlPaths = {
  metadata: "/identity/saml/{provider}/metadata",
  answer: "/identity/saml/{provider}/acs",
} as const;

/** Returns the addresses for one identity provider. */
export function samlAddresses(publicAddress: string, provider: string): Record<keyof typeof samlPaths, string> {
  const of = (path: string) => publicAddress + path.replace("{provider}", encodeURIComponent(provider));
  return { metadata: of(samlPaths.metadata), answer: of(samlPaths.answer) };
}
