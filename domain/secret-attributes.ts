/** What the name of an attribute ends with that holds a secret, once capitals, options and signs are taken off. */
const endings =
  /(?:password|passwort|kennwort|passwd|passphrase|passcode|pwd|pw|secret|apikey|privatekey|secretkey|accesstoken|refreshtoken)$/;

/** What may follow: the secret in another form, or an earlier one. */
const forms = /(?:hash|hashes|history|verifier|salt|value|text|plain|plaintext|clear|encrypted|digest|new|old|\d+)+$/;

/** Names of directories' secrets that say so in no other way. */
const known: ReadonlySet<string> = new Set([
  "pass",
  "userpass",
  "dbpass",
  "ipanthash",
  "krb5key",
  "krbprincipalkey",
  "supplementalcredentials",
  "userpkcs12",
]);

/** Whether an attribute is one of these: capitals and options such as `;binary` make no difference. */
export function isNamedIn(name: string, names: readonly string[]): boolean {
  const bare = (text: string) => (text.split(";", 1)[0] ?? "").toLowerCase();
  return names.some((one) => bare(one) === bare(name));
}

/**
 * Tells by its name whether an attribute holds a password or another secret, however a directory spells it: the case, options
 * such as `;lang-de`, and the signs between words make no difference.
 */
export function isSecretAttribute(name: string): boolean {
  const [base = ""] = name.split(";");
  const bare = base.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return known.has(bare) || endings.test(bare) || endings.test(bare.replace(forms, ""));
}
