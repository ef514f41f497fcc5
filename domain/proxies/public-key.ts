/** A public key as a JWK. */
export type PublicKey = Readonly<Record<string, string>>;
