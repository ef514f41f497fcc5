/** What the name of an attribute ends with that holds a secret, once capitals, options and signs are taken off. */
const endings =
  /(?:password|passwort|kennwort|passwd|passphrase|passcode|pwd|pw|secret|apikey|privatekey|privkey|secretkey|token|credentials?|(?:pin|recovery|backup|unlock)codes?)$/;

/** Words that name a secret by themselves, but not at the end of other words: `pin` and `userPin`, not `shopping`. */
const words: ReadonlySet<string> = new Set(["pin", "puk", "otp", "totp", "nthash", "lmhash", "ntlmhash"]);

/** What may follow: the secret in another form, or an earlier one. */
const forms = /(?:hash|hashes|history|verifier|salt|value|text|plain|plaintext|clear|encrypted|digest|new|old|\d+)+$/;

/** Names of directories' secrets that say so in no other way. */
const known: ReadonlySet<string> = new Set([
  "pass",
  "userpass",
  "userpin",
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
  return [bare, bare.replace(forms, "")].some((text) => known.has(text) || endings.test(text)) || endsWithWord(base);
}

/** Whether the last word of a name is one that names a secret, forms of it aside; capitals and signs part words. */
function endsWithWord(base: string): boolean {
  const parts = base
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const tails = parts.map((_, index) => parts.slice(index).join(""));
  return tails.some((tail) => words.has(tail) || words.has(tail.replace(forms, "")));
}
